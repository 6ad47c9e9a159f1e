import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet, waitForReceipt } from '@latchkey/devnet'
import {
  BaseError,
  type Chain,
  type ContractFunctionRevertedError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type HttpTransport,
  http,
  type PrivateKeyAccount,
  type PublicClient,
  parseEther,
  parseEventLogs,
  type TestClient,
  type TransactionReceipt,
  type SignedAuthorization as ViemAuthorization,
  type WalletClient,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { AccountCall } from '../calls/AccountCall.ts'
import { encodeCalls } from '../calls/encodeCalls.ts'
import { entryPoint08 } from '../contracts/addresses.ts'
import { hashOperation } from '../operation/hashOperation.ts'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

const bakeFolder = fileURLToPath(new URL('../../../../.latchkey/test-bake', import.meta.url))

/** Result of an operation on the chain. */
export type Outcome = { success: boolean; actualGasUsed: bigint; reason: `0x${string}` | undefined }

/** A local chain with an executor that submits operations through the real EntryPoint. */
export type AccountWorld = {
  devnet: Devnet
  chainId: number
  client: PublicClient<HttpTransport, Chain>
  node: TestClient<'anvil', HttpTransport, Chain>
  executor: WalletClient<HttpTransport, Chain, PrivateKeyAccount>
  /** Submits operations in one bundle. */
  bundle: (operations: readonly UserOperation[]) => Promise<{ receipt: TransactionReceipt; outcomes: Outcome[] }>
  /** Submits one operation. */
  send: (operation: UserOperation) => Promise<Outcome & { receipt: TransactionReceipt }>
  /** Returns the EntryPoint's reason for a refusal (`AA24 signature error`); undefined if it accepts the operation. */
  refusal: (operation: UserOperation) => Promise<string | undefined>
  /** Returns an unsigned operation with ample gas limits. */
  operation: (fields: OperationFields) => Promise<UserOperation>
  hash: (operation: UserOperation) => `0x${string}`
  fund: (address: `0x${string}`, ether?: string) => Promise<void>
  stop: () => Promise<void>
}

/** Fields of an operation. The account's next nonce is read from the chain. */
type OperationFields = Partial<UserOperation> & {
  sender: `0x${string}`
  calls?: readonly AccountCall[]
  /** First 24 bytes of the nonce. */
  key?: bigint
}

export async function startAccountWorld({ chainId = 31337 }: { chainId?: number } = {}): Promise<AccountWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-accounts-'))
  const devnet: Devnet = await startDevnet({ folder, bakeFolder, chains: [chainId] })
  const [{ rpcUrl = '' } = {}] = devnet.chains
  const chain = defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: devnet.contracts.multicall3 } },
  })
  const transport = http(rpcUrl, { batch: false })
  const client = createPublicClient({ chain, transport, pollingInterval: 20 })
  const node = createTestClient({ chain, transport, mode: 'anvil' })
  const executor = createWalletClient({ chain, transport, account: privateKeyToAccount(devnet.executor.privateKey) })

  async function bundle(operations: readonly UserOperation[]) {
    const authorizationList = operations.flatMap(({ eip7702Auth }) => (eip7702Auth ? [toViem(eip7702Auth)] : []))
    const hash = await executor.writeContract({
      address: entryPoint08,
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [operations.map(packOperation), devnet.executor.address],
      gas: 20_000_000n,
      ...(authorizationList.length > 0 ? { authorizationList } : {}),
    })
    const receipt = await waitForReceipt({ client, hash })
    if (receipt.status !== 'success') throw new Error(`the bundle was undone: ${await reasonOf(operations)}`)
    const ended = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs: receipt.logs })
    const reasons = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationRevertReason', logs: receipt.logs })
    return {
      receipt,
      outcomes: ended.map(({ args: { success, actualGasUsed, userOpHash } }) => ({
        ...{ success, actualGasUsed },
        reason: reasons.find(({ args }) => args.userOpHash === userOpHash)?.args.revertReason,
      })),
    }
  }

  async function reasonOf(operations: readonly UserOperation[]): Promise<string | undefined> {
    try {
      await client.simulateContract({
        address: entryPoint08,
        abi: entryPoint08Abi,
        functionName: 'handleOps',
        args: [operations.map(packOperation), devnet.executor.address],
        account: devnet.executor.address,
        gas: 20_000_000n,
      })
      return undefined
    } catch (error) {
      const reverted = error instanceof BaseError ? error.walk((cause) => 'data' in (cause as object)) : undefined
      const { data } = (reverted ?? {}) as Partial<ContractFunctionRevertedError>
      return String(data?.args?.[1] ?? error)
    }
  }

  return {
    ...{ devnet, chainId, client, node, executor, bundle },
    refusal: (operation) => reasonOf([operation]),
    async send(operation) {
      const { receipt, outcomes } = await bundle([operation])
      const [outcome] = outcomes
      if (!outcome) throw new Error('the operation is not in the receipt')
      return { ...outcome, receipt }
    },
    async operation({ sender, calls = [], key = 0n, ...rest }) {
      const nonce = await client.readContract({
        address: entryPoint08,
        abi: entryPoint08Abi,
        functionName: 'getNonce',
        args: [sender, key],
      })
      return {
        ...{ sender, nonce, callData: calls.length > 0 ? encodeCalls(calls) : '0x' },
        callGasLimit: 1_500_000n,
        verificationGasLimit: 2_000_000n,
        preVerificationGas: 60_000n,
        maxFeePerGas: 3_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        signature: '0x',
        ...rest,
      }
    },
    hash: (operation) => hashOperation({ operation, chainId }),
    fund: (address, ether = '10') => node.setBalance({ address, value: parseEther(ether) }),
    async stop() {
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function toViem({
  address,
  chainId,
  nonce,
  r,
  s,
  yParity,
}: NonNullable<UserOperation['eip7702Auth']>): ViemAuthorization {
  return { address, chainId, nonce, r, s, yParity } as ViemAuthorization
}
