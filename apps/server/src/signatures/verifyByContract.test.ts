import { latchkeyAccountAbi } from '@latchkey/contracts'
import { wrapUndeployed } from '@latchkey/smart-account'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  numberToHex,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcService } from '../rpc/RpcService.ts'
import { contractCodes } from './testing/contractCodes.ts'
import {
  chainA,
  chainB,
  type SignatureAccount,
  type SignatureWorld,
  startSignatureWorld,
} from './testing/startSignatureWorld.ts'
import { verifySignature } from './verifySignature.ts'

const message = 'example.com wants you to sign in with your Ethereum account'
const magic = `0x${'6492'.repeat(16)}` as const
const wrapper = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
const refused = 'signature_invalid'
/** Characters of the longest answer that the gas allows, which memory holds twice. */
const longestAnswer = 5_000_000
/** Bytes that are no account's signature. */
const anything = `0x${'5b'.repeat(65)}` as const

let world: SignatureWorld
/** Calls to the chains, and the sizes of their answers. */
let asked: { method: string; gas: unknown; characters: number }[] = []
let rpc: RpcService
beforeAll(async () => {
  world = await startSignatureWorld()
  rpc = {
    ...world.rpc,
    request: async <Result>(options: Parameters<RpcService['request']>[0]) => {
      const [first] = (options.call.params ?? []) as { gas?: unknown }[]
      const question = { method: options.call.method, gas: first?.gas, characters: 0 }
      asked.push(question)
      const answer = await world.rpc.request<Result>(options).catch((error: unknown) => {
        question.characters = JSON.stringify(error)?.length ?? 0
        throw error
      })
      question.characters = JSON.stringify(answer).length
      return answer
    },
  }
}, 120_000)
afterAll(() => world?.stop())

const verify = (address: string, signature: Hex, { text = message, on = chainA as string } = {}) => {
  asked = []
  return verifySignature({ rpc, account: `${on}:${address}` as `eip155:1:0x`, message: text, signature }).then(
    ({ proof }) => proof,
    (error: { code: string }) => error.code,
  )
}
const wrapWith = (factory: Hex, factoryData: Hex, signature: Hex) =>
  concat([encodeAbiParameters(wrapper, [factory, factoryData, signature]), magic])

describe('our own account', () => {
  test('default: deployed (ERC-1271, ERC-7739), and only for the signed text', async () => {
    const account = world.createAccount()
    await world.deploy(account)
    const signature = await account.sign(message)
    expect(await verify(account.address, signature)).toBe('contract')
    expect(asked).toMatchObject([{ method: 'eth_call', gas: '0x1000000' }])
    expect(await verify(account.address, signature, { text: `${message}.` })).toBe(refused)
    // The owner's plain signature counts for the owner, not for the account.
    expect(await verify(account.address, await account.owner.signMessage({ message }))).toBe(refused)
    expect(await verify(account.address, await account.owner.sign({ hash: hashMessage(message) }))).toBe(refused)
    expect(await verify(account.owner.address, signature)).toBe(refused)
  })

  test('default: not deployed (ERC-6492), and wrapped although deployed', async () => {
    const account = world.createAccount()
    const inner = await account.sign(message)
    const wrapped = wrapUndeployed({ ...account.maker, signature: inner })
    expect(await verify(account.address, wrapped)).toBe('contract')
    expect(await verify(account.address, wrapped, { text: 'else' })).toBe(refused)
    expect(await verify(account.address, inner)).toBe(refused)
    // The call leaves no state.
    expect(await world.node(chainA, 'eth_getCode', [account.address, 'latest'])).toBe('0x')
    await world.deploy(account)
    expect(await verify(account.address, wrapped)).toBe('contract')
    expect(await verify(account.address, inner)).toBe('contract')
  })

  test('threat 126: a signature for one chain is invalid on another, deployed or not', async () => {
    const account = world.createAccount()
    const [onA, onB] = [await account.sign(message), await account.sign(message, { on: chainB })]
    const wrap = (signature: Hex) => wrapUndeployed({ ...account.maker, signature })
    const answers = async () => [
      await verify(account.address, wrap(onA), { on: chainA }),
      await verify(account.address, wrap(onA), { on: chainB }),
      await verify(account.address, wrap(onB), { on: chainA }),
      await verify(account.address, wrap(onB), { on: chainB }),
    ]
    const expected = ['contract', refused, refused, 'contract']
    expect(await answers()).toEqual(expected)
    await world.deploy(account)
    await world.deploy(account, { on: chainB })
    expect(await answers()).toEqual(expected)
    expect(await verify(account.address, onA, { on: 'eip155:1' })).toBe('unsupported_chain')
  })

  test('threat 126: a removed owner can no longer sign, wrapped or not', async () => {
    const account = world.createAccount()
    const heir = privateKeyToAccount(generatePrivateKey())
    await world.deploy(account)
    const [old, later] = [await account.sign(message), await account.sign(message, { by: heir })]
    expect([await verify(account.address, old), await verify(account.address, later)]).toEqual(['contract', refused])
    const data = encodeFunctionData({ abi: latchkeyAccountAbi, functionName: 'setOwner', args: [heir.address] })
    await world.send(chainA, { from: account.address, to: account.address, data })
    const wrapped = wrapUndeployed({ ...account.maker, signature: old })
    expect(await verify(account.address, old)).toBe(refused)
    expect(await verify(account.address, wrapped)).toBe(refused)
    expect(await verify(account.address, later)).toBe('contract')
    // On the other chain the account is not deployed, so its first owner still counts.
    const onB = wrapUndeployed({ ...account.maker, signature: await account.sign(message, { on: chainB }) })
    expect(await verify(account.address, onB, { on: chainB })).toBe('contract')
  })

  test('threat 126: wrapped twice, truncated, padded or with another account’s deployment', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const [account, sibling] = [world.createAccount({ owner }), world.createAccount({ owner, salt: 1n })]
    const stranger = world.createAccount()
    const { factory, factoryData } = account.maker
    const inner = await account.sign(message)
    const once = wrapUndeployed({ ...account.maker, signature: inner })
    const twice = wrapWith(factory, factoryData, once)
    const broken: [string, Hex][] = [
      ['twice', twice],
      ['three times', wrapWith(factory, factoryData, twice)],
      [
        'a wrapper that makes another around one that is right',
        wrapWith(stranger.maker.factory, stranger.maker.factoryData, once),
      ],
      ['cut', concat([slice(once, 0, 90), magic])],
      ['the ending alone, twice', concat([magic, magic])],
      ['bytes between', concat([slice(once, 0, -32), '0x00', magic])],
    ]
    for (const [what, signature] of broken) {
      expect([what, await verify(account.address, signature)]).toEqual([what, refused])
      // They cause no call to a chain.
      expect([what, asked]).toEqual([what, []])
    }
    const wrong: [string, Hex][] = [
      ['makes another account of the same owner', wrapUndeployed({ ...sibling.maker, signature: inner })],
      ['makes a stranger’s account', wrapUndeployed({ ...stranger.maker, signature: inner })],
      [
        'holds the signature of another account of the owner',
        wrapUndeployed({ ...account.maker, signature: await sibling.sign(message) }),
      ],
      ['holds a stranger’s signature', wrapUndeployed({ ...account.maker, signature: await stranger.sign(message) })],
      ['makes nothing', wrapUndeployed({ factory: owner.address, factoryData: '0x', signature: inner })],
      ['asks the factory for something else', wrapUndeployed({ factory, factoryData: '0x', signature: inner })],
    ]
    for (const [what, signature] of wrong) {
      expect([what, await verify(account.address, signature)]).toEqual([what, refused])
      expect(asked).toHaveLength(1)
    }
    expect(await verify(account.address, once)).toBe('contract')
  })
})

describe('an EOA with code (EIP-7702)', () => {
  test('behavior: its key signs for it without a chain, and its code can sign by its own rules', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const yes = await world.putCode(contractCodes.yes)
    await world.putCode(concat(['0xef0100', yes]), account.address)
    expect(await verify(account.address, await account.signMessage({ message }))).toBe('key')
    expect(asked).toEqual([])
    expect(await verify(account.address, anything)).toBe('contract')
  })

  test('threat 126: a delegation in a signature (ERC-8010) counts only if the chain would accept it', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const [yes, no] = [await world.putCode(contractCodes.yes), await world.putCode(contractCodes.nothing)]
    const bring = async (contractAddress: Hex, { id = 31337, nonce = 0, by = account } = {}) => {
      const { r, s, yParity = 0 } = await by.signAuthorization({ contractAddress, chainId: id, nonce })
      const authorization = {
        ...{ chainId: BigInt(id), delegation: contractAddress, nonce: BigInt(nonce), yParity },
        ...{ r: BigInt(r), s: BigInt(s) },
      }
      const data = encodeAbiParameters(
        parseAbiParameters(
          '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address, bytes',
        ),
        [authorization, account.address, '0x'],
      )
      return concat([anything, data, numberToHex(size(data), { size: 32 }), `0x${'8010'.repeat(16)}`])
    }
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await verify(account.address, await bring(yes))).toBe('contract')
    expect(asked.every(({ method, gas }) => method !== 'eth_call' || gas === '0x1000000')).toBe(true)
    expect(await verify(account.address, await bring(no))).toBe(refused)
    expect(await verify(account.address, await bring(yes, { id: 31338 }))).toBe(refused)
    expect(await verify(account.address, await bring(yes, { nonce: 1 }))).toBe(refused)
    expect(await verify(account.address, await bring(yes, { by: stranger }))).toBe(refused)
    // After a transaction of the account, its earlier delegations are invalid.
    const old = await bring(yes)
    await world.send(chainA, { from: account.address, to: account.address, data: '0x' })
    expect(await verify(account.address, old)).toBe(refused)
  })
})

describe('any contract', () => {
  test('threat 126: one that accepts everything only signs for itself', async () => {
    const yes = await world.putCode(contractCodes.yes)
    const account = world.createAccount()
    const nobody = privateKeyToAccount(generatePrivateKey())
    expect(await verify(yes, anything)).toBe('contract')
    expect(await verify(yes, anything, { text: 'else' })).toBe('contract')
    // Used as a factory it answers, but the other accounts stay without code.
    const wrapped = wrapUndeployed({ factory: yes, factoryData: '0x1626ba7e', signature: anything })
    for (const address of [account.address, nobody.address]) {
      expect(await verify(address, anything)).toBe(refused)
      expect(await verify(address, wrapped)).toBe(refused)
    }
    // For a deployed account the factory is not called, so no code runs before the check.
    await world.deploy(account)
    expect(await verify(account.address, wrapped)).toBe(refused)
    expect(await verify(yes, wrapped, { on: chainB })).toBe(refused)
  })

  test.each([
    ['yes', 'contract'],
    // An ABI decoder that reads 32 bytes ignores the rest.
    ['yes with bytes behind', 'contract'],
    ['yes with a million bytes', 'contract'],
    ['yes with rubbish in the word', refused],
    ['the word as a number', refused],
    ['the word cut short', refused],
    ['true', refused],
    ['another word', refused],
    ['nothing', refused],
    ['reverts', refused],
    ['reverts with the word', refused],
    ['does what there is not', refused],
    ['burns all gas', refused],
    ['reverts with two million bytes', refused],
    ['returns without end', refused],
    ['writes, and says yes', refused],
  ] as const)('threat 127: %s: %s, by one call with its limit', async (what, expected) => {
    const contract = await world.putCode(contractCodes[what])
    expect(await verify(contract, anything)).toBe(expected)
    expect(asked).toMatchObject([{ method: 'eth_call', gas: '0x1000000' }])
    // Only an explicit revert passes its bytes on, as far as the gas allows.
    expect(asked[0]?.characters).toBeLessThan(what === 'reverts with two million bytes' ? longestAnswer : 2_000)
  })

  test.each([
    'reverts',
    'burns all gas',
    'reverts with two million bytes',
    'returns without end',
    'yes with a million bytes',
  ] as const)('threat 127: a factory that %s deploys nothing, and its answer stays within the limits', async (what) => {
    const factory = await world.putCode(contractCodes[what])
    const account: SignatureAccount = world.createAccount()
    const wrapped = wrapUndeployed({ factory, factoryData: '0x', signature: await account.sign(message) })
    expect(await verify(account.address, wrapped)).toBe(refused)
    expect(asked).toMatchObject([{ method: 'eth_call', gas: '0x1000000' }])
    expect(asked[0]?.characters).toBeLessThan(longestAnswer)
  })

  test('behavior: a destroyed contract has no answer', async () => {
    const contract = await world.putCode(contractCodes.yes)
    expect(await verify(contract, anything)).toBe('contract')
    await world.putCode('0x', contract)
    expect(await verify(contract, anything)).toBe(refused)
  })
})
