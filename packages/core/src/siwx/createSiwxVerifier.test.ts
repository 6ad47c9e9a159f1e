import { toEip155ChainId } from '@latchkey/protocol'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  hashTypedData,
  parseAbi,
  toPrefixedMessage,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerAsServer, type ChainServer } from '../testing/createChainServer.ts'
import { sendOnDevnet } from '../testing/sendOnDevnet.ts'
import { createLocalSiwx } from './createLocalSiwx.ts'
import { createSiwxVerifier } from './createSiwxVerifier.ts'
import type { SiwxSession } from './Siwx.ts'

const { account, rpc, contracts, setUp } = sendOnDevnet()
const owner = privateKeyToAccount(`0x${'7a'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'7b'.repeat(32)}`)
const chainId = toEip155ChainId(31337)
const factoryAbi = parseAbi([
  'function createAccount(address owner, bytes32 passkeyX, bytes32 passkeyY, bytes32 rpIdHash, uint256 salt) returns (address)',
  'function addressOf(address owner, bytes32 passkeyX, bytes32 passkeyY, bytes32 rpIdHash, uint256 salt) view returns (address)',
])
const salt = 5n
const args = [owner.address, zeroHash, zeroHash, zeroHash, salt] as const
const magic = `0x${'6492'.repeat(16)}` as const

let verify: (session: SiwxSession) => Promise<boolean>
let smart: `0x${string}`
let fetchUrl: typeof fetch
beforeAll(async () => {
  const { environment, latchkey } = await setUp()
  latchkey.destroy()
  fetchUrl = environment.fetch
  verify = createSiwxVerifier({ apiUrl: 'https://api.test', projectId: '0'.repeat(32), fetch: fetchUrl })
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'addressOf', args })
  const word = await rpc<string>('eth_call', [{ to: contracts().smartAccountFactory, data }, 'latest'])
  smart = `0x${word.slice(-40)}`
})

const sessionOf = (address: string, message: string, signature: `0x${string}`): SiwxSession => ({
  data: { accountAddress: address, chainId, domain: 'x', uri: 'https://x', version: '1', nonce: 'n' },
  message,
  signature,
})
/** Signs like the embedded wallet for its smart account: nested (ERC-7739). */
const signNested = (message: string, by = owner, address = smart) =>
  by.sign({
    hash: hashTypedData({
      domain: { name: 'LatchkeyAccount', version: '1', chainId: 31337, verifyingContract: address },
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: toPrefixedMessage(message) },
    }),
  })
const wrap = (signature: `0x${string}`, factory: `0x${string}` = contracts().smartAccountFactory) => {
  const factoryData = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args })
  const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concat([encodeAbiParameters(parameters, [factory, factoryData, signature]), magic])
}
const isDeployed = async () => (await rpc<string>('eth_getCode', [smart, 'latest'])) !== '0x'
const deploy = async () => {
  await rpc('anvil_impersonateAccount', [account(3).address])
  await rpc('eth_sendTransaction', [
    {
      from: account(3).address,
      to: contracts().smartAccountFactory,
      data: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
    },
  ])
  await expect.poll(isDeployed).toBe(true)
}

describe('an EOA', () => {
  test('default: accepts only its own signature', async () => {
    const message = 'Sign in to Brass — ünïcode'
    const signature = await owner.signMessage({ message })
    await expect(verify(sessionOf(owner.address, message, signature))).resolves.toBe(true)
    await expect(verify(sessionOf(stranger.address, message, signature))).resolves.toBe(false)
    await expect(verify(sessionOf(owner.address, `${message}.`, signature))).resolves.toBe(false)
  })
})

describe('a smart account', () => {
  test('default: an undeployed account (ERC-6492), and the check does not deploy it', async () => {
    const message = 'Sign in to Brass'
    expect(await isDeployed()).toBe(false)
    const signature = wrap(await signNested(message))
    await expect(verify(sessionOf(smart, message, signature))).resolves.toBe(true)
    await expect(verify(sessionOf(smart, `${message}.`, signature))).resolves.toBe(false)
    expect(await isDeployed()).toBe(false)
  })

  test('behavior: a deployed account (ERC-1271), wrapped or not', async () => {
    await deploy()
    const signature = await signNested('Hello')
    await expect(verify(sessionOf(smart, 'Hello', signature))).resolves.toBe(true)
    await expect(verify(sessionOf(smart, 'Hello', wrap(signature)))).resolves.toBe(true)
  })

  test('threat: signatures that are not its own', async () => {
    const message = 'Hello'
    const own = await signNested(message)
    for (const [reason, session] of [
      ['somebody else’s key', sessionOf(smart, message, wrap(await signNested(message, stranger)))],
      ['for another account', sessionOf(smart, message, wrap(await signNested(message, owner, stranger.address)))],
      ['its owner’s own signature', sessionOf(smart, message, wrap(await owner.signMessage({ message })))],
      ['of another account', sessionOf(stranger.address, message, wrap(own))],
      ['nobody makes it', sessionOf(smart, message, wrap(own, stranger.address))],
      ['not wrapped', sessionOf(smart, message, own)],
      ['wrapped twice', sessionOf(smart, message, wrap(wrap(own)))],
      ['only the ending', sessionOf(smart, message, magic)],
      ['rubbish before the ending', sessionOf(smart, message, concat([`0x${'ff'.repeat(96)}`, magic]))],
      ['no hexadecimal', sessionOf(smart, message, 'signed' as never)],
      ['nothing', sessionOf(smart, message, '0x')],
      ['no address', sessionOf('0x1', message, own)],
    ] as const)
      await expect(verify(session), reason).resolves.toBe(false)
  })

  test('threat: an account that reverts with the magic value', async () => {
    // PUSH4 0x1626ba7e, shifted to the front, as the data of a REVERT.
    const code = '0x631626ba7e60e01b60005260206000fd'
    await rpc('anvil_setCode', [stranger.address, code])
    await expect(verify(sessionOf(stranger.address, 'Hello', `0x${'11'.repeat(65)}`))).resolves.toBe(false)
    // The same data with a RETURN counts, so the question is read correctly.
    await rpc('anvil_setCode', [stranger.address, `${code.slice(0, -2)}f3`])
    await expect(verify(sessionOf(stranger.address, 'Hello', `0x${'11'.repeat(65)}`))).resolves.toBe(true)
  })

  test('threat: a contract that echoes the question, which begins with the magic value', async () => {
    const refuses = async (address: string, code?: `0x${string}`) => {
      if (code) await rpc('anvil_setCode', [address, code])
      await expect(verify(sessionOf(address, 'Hello', `0x${'11'.repeat(65)}`)), `${address} ${code}`).resolves.toBe(
        false,
      )
    }
    // The identity precompile, and contracts that copy all of it, one word of it, or the first four bytes.
    await refuses(`0x${'4'.padStart(40, '0')}`)
    await refuses(stranger.address, '0x366000600037366000f3')
    await refuses(stranger.address, '0x6020600060003760206000f3')
    await refuses(stranger.address, '0x6004600060003760046000f3')
    // The magic value with additional data.
    await refuses(stranger.address, '0x631626ba7e60e01b60005260406000f3')
    // Code at an address that no one can own.
    await refuses(`0x${'ffff'.padStart(40, '0')}`, '0x631626ba7e60e01b60005260206000f3')
  })
})

test('behavior: a sign-in without a server is stored only if the network confirms it', async () => {
  const memory = new Map<string, string>()
  const siwx = createLocalSiwx({
    ...{ domain: 'brass.example', uri: 'https://brass.example', verify },
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  })
  const sign = async (by: typeof owner) => {
    const { toString: write, ...data } = await siwx.createMessage({ accountAddress: smart, chainId })
    const message = write()
    return { data, message, signature: wrap(await signNested(message, by)) }
  }
  await expect(siwx.addSession(await sign(stranger))).rejects.toMatchObject({ code: 'signature_invalid' })
  expect(await siwx.getSessions({ chainId, address: smart })).toStrictEqual([])
  await siwx.addSession(await sign(owner))
  expect(await siwx.getSessions({ chainId, address: smart })).toHaveLength(1)
})

test('error: an unreachable network decides nothing about a signature', async () => {
  const server: ChainServer = { nodes: {}, balances: [], history: [], intercept: () => Response.error() }
  const away = createSiwxVerifier({
    apiUrl: 'https://api.test',
    projectId: '0',
    fetch: answerAsServer(server) as never,
  })
  await expect(away(sessionOf(smart, 'Hello', wrap(await signNested('Hello'))))).rejects.toMatchObject({
    code: 'network_request_failed',
  })
})
