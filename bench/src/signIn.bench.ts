/** The cost of verifying a signature (keys, undeployed accounts, other families), and of the gateway's own signatures. See bench/signIn.md. */
import { generateKeyPairSync, randomBytes, sign as signEd25519 } from 'node:crypto'
import { addressOfKey, signMessage, toBase64 } from '@latchkey/bitcoin'
import { type AccountId, bitcoinNetworks, encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { wrapUndeployed } from '@latchkey/smart-account'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 as noble } from '@noble/curves/secp256k1'
import { bytesToHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createHashSigner } from '../../apps/server/src/platform/crypto/secp256k1/createHashSigner.ts'
import { createJavascriptSecp256k1 } from '../../apps/server/src/platform/crypto/secp256k1/createJavascriptSecp256k1.ts'
import { secp256k1 } from '../../apps/server/src/platform/crypto/secp256k1/secp256k1.ts'
import type { RpcService } from '../../apps/server/src/rpc/RpcService.ts'
import { isSignedByKey } from '../../apps/server/src/signatures/isSignedByKey.ts'
import { chainA, startSignatureWorld } from '../../apps/server/src/signatures/testing/startSignatureWorld.ts'
import { verifySignature } from '../../apps/server/src/signatures/verifySignature.ts'
import type { Call } from './names/measureCalls.ts'
import { type Figure, quantile, reportFigures } from './report.ts'
import { compareCost } from './signIn/compareCost.ts'
import { createGatewayCall } from './signIn/createGatewayCall.ts'

/** Verifications on a chain, of each of the two. */
const questions = 300
const goals = { native: 5, fallback: 0.9, signing: 3, answer: 1.3, solana: 3, undeployed: 1.25 } as const
/** Messages that are signed before they are counted. */
const prepared = 200
const textOf = (index: number) =>
  `example.com wants you to sign in with your account:\n\nURI: https://example.com\nVersion: 1\nNonce: ${index}${'a'.repeat(300)}`

const perSecond = (rate: number) => `${rate.toFixed(0)}/s`
const noChain = { request: () => Promise.reject(new Error('no chain is asked')) } as unknown as RpcService
/** Runs the prepared calls. A wrong result ends the benchmark. */
const each = <Item>(items: readonly Item[], check: (item: Item) => unknown): Call => {
  let at = 0
  return async () => {
    const item = items[at++ % items.length] as Item
    if ((await check(item)) === false) throw new Error('an answer is wrong')
  }
}

const figures: Figure[] = []
async function compare(name: string, peerName: string, ours: Call, peer: Call, goal?: number): Promise<void> {
  const { rate, peer: beside } = await compareCost({ ours, peer })
  const ratio = rate / beside
  figures.push({
    name,
    value: perSecond(rate),
    beside: `${peerName} ${perSecond(beside)}, ratio ${ratio.toFixed(2)}${goal === undefined ? '' : `, goal at least ${goal}`}`,
    verdict: goal === undefined ? 'no goal' : ratio >= goal ? 'reached' : 'missed',
  })
}

const evm = await Promise.all(
  Array.from({ length: prepared }, async (_, index) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const message = textOf(index)
    return { address: account.address, message, signature: await account.signMessage({ message }) }
  }),
)
const byViem = each(evm, (one) => verifyMessage(one))
const byKey = (curve: typeof secp256k1) =>
  each(evm, ({ address, message, signature }) => isSignedByKey({ account: address, message, signature, curve }))
const verifyEvm = each(evm, ({ address, message, signature }) =>
  verifySignature({ rpc: noChain, account: `eip155:1:${address}`, message, signature }),
)
await compare(`ordinary account (${secp256k1.name})`, 'viem verifyMessage', verifyEvm, byViem, goals.native)
await compare(
  'ordinary account (JavaScript)',
  'viem verifyMessage',
  byKey(createJavascriptSecp256k1()),
  byViem,
  goals.fallback,
)

const solana = Array.from({ length: prepared }, (_, index) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const message = textOf(index)
  const bytes = signEd25519(null, Buffer.from(message), privateKey)
  const account: AccountId = `${solanaNetworks.mainnet}:${encodeBase58(key)}`
  return { account, key, message, bytes, signature: encodeBase58(bytes) }
})
await compare(
  'Solana account',
  '@noble/curves',
  each(solana, ({ account, message, signature }) => verifySignature({ rpc: noChain, account, message, signature })),
  each(solana, ({ key, message, bytes }) => ed25519.verify(bytes, Buffer.from(message), key, { zip215: false })),
  goals.solana,
)

const chainId = bitcoinNetworks.mainnet
for (const type of ['p2wpkh', 'p2tr'] as const) {
  const bitcoin = Array.from({ length: 40 }, (_, index) => {
    const privateKey = new Uint8Array(noble.utils.randomPrivateKey())
    const address = addressOfKey({ publicKey: noble.getPublicKey(privateKey), type, chainId })
    const message = textOf(index)
    const { signature } = signMessage({ message, address, privateKey, chainId, protocol: 'bip322' })
    return { account: `${chainId}:${address}` as AccountId, message, signature: toBase64(signature) }
  })
  await compare(
    `Bitcoin account (BIP-322, ${type})`,
    'an ordinary account by viem',
    each(bitcoin, ({ account, message, signature }) => verifySignature({ rpc: noChain, account, message, signature })),
    byViem,
  )
}

const privateKey = generatePrivateKey()
const hashes = Array.from({ length: prepared }, () => bytesToHex(randomBytes(32)))
const viemSigner = privateKeyToAccount(privateKey)
const signer = createHashSigner({ privateKey })
for (const hash of hashes)
  if ((await signer({ hash })) !== (await viemSigner.sign({ hash }))) throw new Error('the signatures differ')
await compare(
  `signature of the names’ gateway (${secp256k1.name})`,
  'viem sign',
  each(hashes, (hash) => signer({ hash })),
  each(hashes, (hash) => viemSigner.sign({ hash })),
  goals.signing,
)
await compare(
  'answer of the names’ gateway, signed',
  'signed by viem',
  createGatewayCall({ signer: { sign: signer } }),
  createGatewayCall({ signer: viemSigner }),
  goals.answer,
)

const world = await startSignatureWorld()
try {
  const undeployed = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const account = world.createAccount()
      const message = textOf(index)
      const signature = wrapUndeployed({ ...account.maker, signature: await account.sign(message) })
      return { address: account.address, message, signature }
    }),
  )
  const ours = each(undeployed, async ({ address, message, signature }) => {
    const account: AccountId = `${chainA}:${address}`
    return (await verifySignature({ rpc: world.rpc, account, message, signature })).proof === 'contract'
  })
  const peer = each(undeployed, (one) => world.reader.verifyMessage(one))
  const times = { ours: [] as number[], peer: [] as number[] }
  const take = async (call: Call, into: number[]) => {
    const start = performance.now()
    await call()
    into.push(performance.now() - start)
  }
  // The first ones warm both up.
  for (let index = 0; index < 60; index++) await (index % 2 === 0 ? ours() : peer())
  for (let index = 0; index < questions; index++) {
    await take(peer, times.peer)
    await take(ours, times.ours)
  }
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [own, beside] = [quantile(times.ours, share), quantile(times.peer, share)]
    const hasGoal = name === 'p50'
    figures.push({
      name: `account that is not deployed (ERC-6492), on a local node: ${name}`,
      value: `${own.toFixed(1)} ms`,
      beside: `viem’s client ${beside.toFixed(1)} ms, ratio ${(own / beside).toFixed(2)}${hasGoal ? `, goal at most ${goals.undeployed}` : ''}`,
      verdict: hasGoal ? (own / beside <= goals.undeployed ? 'reached' : 'missed') : 'no goal',
    })
  }
} finally {
  await world.stop()
}

reportFigures({
  name: 'signIn',
  title: `Signatures in one process, one after the other, by the second of its processor (${questions} questions to the local node each, by the clock)`,
  figures,
})
