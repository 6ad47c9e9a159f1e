import {
  adversaryAbi,
  adversaryBytecode,
  latchkeySessionsAbi,
  permitTokenAbi,
  permitTokenBytecode,
} from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import { p256 } from '@noble/curves/p256'
import { type Abi, BaseError, parseEther, zeroAddress } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { decodeErrorResult, encodeFunctionData, hexToBigInt, keccak256, toHex } from 'viem/utils'
import { createAccountCall } from '../account/createAccountCall.ts'
import { smartAccountAddress } from '../account/smartAccountAddress.ts'
import type { AccountCall } from '../calls/AccountCall.ts'
import { encodeCalls } from '../calls/encodeCalls.ts'
import { sessionsAbi } from '../contracts/abis.ts'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { encodePaymasterData } from '../paymaster/paymasterData.ts'
import { paymasterGas } from '../paymaster/paymasterGas.ts'
import type { SponsorshipClaim } from '../paymaster/SponsorshipClaim.ts'
import { paymasterRequestDigest } from '../paymaster/sponsorshipTypedData.ts'
import type { Grant } from '../permissions/Grant.ts'
import { readSessionRefusal } from '../permissions/readSessionRefusal.ts'
import type { SessionBreach } from '../permissions/SessionBreach.ts'
import { sessionNonceKey } from '../permissions/sessionNonceKey.ts'
import { encodeSessionSignature } from '../permissions/sessionSignature.ts'
import { type AccountWorld, startAccountWorld } from './startAccountWorld.ts'

/** Signs hashes. */
export type TestKey = {
  /** In the format of {@link Grant.signer}. */
  signer: `0x${string}`
  sign: (hash: `0x${string}`) => Promise<`0x${string}`>
}

/** A permission that a test account granted. */
export type TestSession = { id: number; grant: Grant; key: TestKey; coKey?: PrivateKeyAccount | undefined }

/** Result of a bundle. */
export type Attempt =
  | { refused: string; breach?: SessionBreach | undefined; data?: `0x${string}` | undefined }
  | { refused?: undefined; outcomes: Awaited<ReturnType<AccountWorld['bundle']>>['outcomes'] }

/** A local chain with an account, tokens, an adversary and an operator's paymaster. */
export type SessionWorld = Awaited<ReturnType<typeof startSessionWorld>>

/** Returns a public test key of secp256k1. */
export function testKey(name: string): TestKey & { account: PrivateKeyAccount } {
  const account = privateKeyToAccount(keccak256(toHex(name)))
  return { account, signer: account.address.toLowerCase() as `0x${string}`, sign: (hash) => account.sign({ hash }) }
}

/** Returns a public test key of P-256. */
export function testPasskey(name: string): TestKey {
  const secret = keccak256(toHex(name)).slice(2)
  return {
    signer: `0x${p256.ProjectivePoint.fromPrivateKey(secret).toHex(false).slice(2)}`,
    sign: async (hash) => `0x${p256.sign(hash.slice(2), secret, { lowS: false }).toCompactHex()}`,
  }
}

/** Starts a local chain for operations of permissions. */
export async function startSessionWorld({ chainId = 31337 }: { chainId?: number } = {}) {
  const world = await startAccountWorld({ chainId })
  const { client, node, executor, devnet } = world
  const owner = testKey('owner').account
  const account = smartAccountAddress({ address: owner.address })
  const { paymaster } = devnet.contracts
  const sponsor = privateKeyToAccount(devnet.paymasterSigner.privateKey)
  let lastId = 0

  async function deploy(abi: Abi, bytecode: `0x${string}`, args: unknown[] = []): Promise<`0x${string}`> {
    const hash = await executor.deployContract({ abi, bytecode, args, gas: 5_000_000n })
    const { contractAddress } = await waitForReceipt({ client, hash })
    if (!contractAddress) throw new Error('no contract was made')
    return contractAddress
  }

  /** Sends a transaction from any account, with or without its key. */
  async function sendAs(from: `0x${string}`, { to, value = 0n, data = '0x' }: AccountCall): Promise<void> {
    await node.impersonateAccount({ address: from })
    const hash = await executor.sendTransaction({
      account: from,
      to,
      value,
      data,
      gas: 10_000_000n,
      gasPrice: 2_000_000_000n,
    })
    const { status } = await waitForReceipt({ client, hash })
    if (status !== 'success') throw new Error(`${to} undid the transaction of ${from}`)
  }

  /** Deploys a smart account with 100 ETH. */
  async function makeAccount(key: PrivateKeyAccount): Promise<`0x${string}`> {
    const sender = smartAccountAddress({ address: key.address })
    await world.fund(sender, '100')
    const { factory, factoryData } = createAccountCall({ address: key.address })
    await sendAs(executor.account.address, { to: factory, data: factoryData })
    return sender
  }

  await makeAccount(owner)
  const makeToken = async (name: string) => {
    const token = await deploy(permitTokenAbi, permitTokenBytecode, [name, name, 18, executor.account.address])
    for (const to of [account, executor.account.address]) {
      const args = [to, parseEther('1000')] as const
      await sendAs(executor.account.address, {
        to: token,
        data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args }),
      })
    }
    return token
  }
  const [token, otherToken] = [await makeToken('Test'), await makeToken('Other')]
  const adversary = await deploy(adversaryAbi, adversaryBytecode)

  async function now(): Promise<number> {
    return Number((await client.getBlock()).timestamp)
  }

  /** Returns the EntryPoint's reason to refuse a bundle. */
  async function refusalOf(operations: readonly UserOperation[]): Promise<Attempt | undefined> {
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [operations.map(packOperation), executor.account.address],
    })
    try {
      await client.call({ account: executor.account, to: entryPoint08, data, gas: 20_000_000n })
      return undefined
    } catch (error) {
      return readRefusal(error)
    }
  }

  return {
    ...world,
    ...{
      account,
      owner,
      token,
      otherToken,
      adversary,
      paymaster,
      sponsor,
      deploy,
      sendAs,
      makeAccount,
      now,
      refusalOf,
    },

    /** Mines a block with a given time. */
    async travelTo(time: number): Promise<void> {
      await node.setNextBlockTimestamp({ timestamp: BigInt(time) })
      await node.mine({ blocks: 1 })
    },

    /** Grants a permission with the next ID. By default, its rules are as wide as possible. */
    async grant({
      of = account,
      key = testKey('session'),
      coKey,
      ...rules
    }: Partial<Grant> & { of?: `0x${string}`; key?: TestKey; coKey?: PrivateKeyAccount } = {}): Promise<TestSession> {
      lastId += 1
      const grant: Grant = {
        ...{ signer: key.signer, coSigner: coKey?.address ?? zeroAddress, validAfter: 0, validUntil: 4_000_000_000 },
        ...{ calls: [], allowances: [] },
        ...rules,
      }
      const data = encodeFunctionData({ abi: latchkeySessionsAbi, functionName: 'grant', args: [lastId, grant] })
      await sendAs(of, { to: smartAccountContracts.sessions, data })
      return { id: lastId, grant, key, coKey }
    },

    async revoke(id: number, of = account): Promise<void> {
      const data = encodeFunctionData({ abi: sessionsAbi, functionName: 'revoke', args: [id] })
      await sendAs(of, { to: smartAccountContracts.sessions, data })
    },

    async spent(id: number, allowance = 0, period = 0n, of = account): Promise<bigint> {
      const args = [of, id, BigInt(allowance), period] as const
      return client.readContract({
        address: smartAccountContracts.sessions,
        abi: sessionsAbi,
        functionName: 'spentOf',
        args,
      })
    },

    /** Returns a signed operation of a permission, by default sponsored. */
    async operate({
      session,
      calls = [],
      callData = calls.length > 0 ? encodeCalls(calls) : '0x',
      at,
      sender = account,
      sponsored = true,
      claim,
      ...rest
    }: Partial<UserOperation> & {
      session: TestSession
      calls?: AccountCall[]
      at?: number
      sponsored?: boolean
      claim?: Partial<SponsorshipClaim>
    }): Promise<UserOperation> {
      const key = sessionNonceKey(session.id)
      const operation = await world.operation({ sender, key, callData, ...rest })
      const whole = sponsored ? await this.sponsorOperation(operation, claim) : operation
      return this.sign({ session, operation: whole, ...(at === undefined ? {} : { at }) })
    },

    /** Signs an operation with a permission's key. */
    async sign({
      session,
      operation,
      at,
    }: {
      session: TestSession
      operation: UserOperation
      at?: number
    }): Promise<UserOperation> {
      const hash = world.hash(operation)
      const { key, coKey, grant } = session
      const parts = { grant, at: at ?? (await now()), signature: await key.sign(hash) }
      const coSignature = await coKey?.sign({ hash })
      return { ...operation, signature: encodeSessionSignature(coSignature ? { ...parts, coSignature } : parts) }
    },

    /** Adds the operator's sponsorship to an operation. */
    async sponsorOperation(
      operation: UserOperation,
      claim: Partial<SponsorshipClaim> = {},
      signer: PrivateKeyAccount = sponsor,
    ): Promise<UserOperation> {
      const time = claim.time ?? (await now())
      const whole = { budget: `0x${'00'.repeat(16)}` as const, time, validAfter: 0, validUntil: time + 3600, ...claim }
      const paid = { ...operation, paymaster, ...paymasterGas, ...limitsOf(operation) }
      const hash = paymasterRequestDigest({ operation: paid, claim: whole, chainId })
      return { ...paid, paymasterData: encodePaymasterData({ claim: whole, signature: await signer.sign({ hash }) }) }
    },

    /** Submits a bundle through the real EntryPoint. Returns the reason if it is refused. */
    async attempt(...operations: UserOperation[]): Promise<Attempt> {
      const refusal = await refusalOf(operations)
      if (refusal) return refusal
      return { outcomes: (await world.bundle(operations)).outcomes }
    },
  }
}

function limitsOf({ paymasterVerificationGasLimit, paymasterPostOpGasLimit }: UserOperation): Partial<UserOperation> {
  return {
    ...(paymasterVerificationGasLimit === undefined ? {} : { paymasterVerificationGasLimit }),
    ...(paymasterPostOpGasLimit === undefined ? {} : { paymasterPostOpGasLimit }),
  }
}

function readRefusal(error: unknown): Attempt {
  const cause =
    error instanceof BaseError ? error.walk((one) => typeof (one as { data?: unknown }).data === 'string') : undefined
  const data = (cause as { data?: `0x${string}` } | null | undefined)?.data
  if (!data || data.length < 10) return { refused: String(error) }
  const { errorName, args } = decodeErrorResult({ abi: entryPoint08Abi, data })
  if (errorName === 'FailedOpWithRevert') {
    const [, reason, inner] = args
    return { refused: reason, data: inner, breach: readSessionRefusal(inner) }
  }
  return { refused: errorName === 'FailedOp' ? args[1] : errorName, data }
}

/** Encodes an address or a number as a word. */
export function wordOf(value: `0x${string}` | bigint): `0x${string}` {
  return toHex(typeof value === 'bigint' ? value : hexToBigInt(value), { size: 32 })
}
