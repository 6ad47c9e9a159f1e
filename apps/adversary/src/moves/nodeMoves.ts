import type { Random } from '../attack/createRandom.ts'
import type { Move, Scene } from '../attack/Move.ts'
import type { Node } from '../world/openBrowser.ts'
import { thiefAddress } from './drawRpc.ts'
import { askHost, promptOf, settle } from './hostMoves.ts'

const friend = '0x1111111111111111111111111111111111111111'
const word = (value: bigint) => `0x${value.toString(16)}`

/** Draws any answer of a node. */
function drawAnswer(random: Random): unknown {
  return random.pick([
    '0x0',
    '0x1',
    word(2n ** 256n - 1n),
    word(2n ** 64n),
    '0x',
    '0xzz',
    '-0x1',
    null,
    '',
    [],
    {},
    true,
    7,
    { to: thiefAddress, value: '0xffff', from: thiefAddress, nonce: '0x0' },
    { baseFeePerGas: word(2n ** 200n), number: '0x1', timestamp: '0x0', gasLimit: '0x0' },
    { baseFeePerGas: '0x1', number: '0x1', timestamp: '0x70dbd880', gasLimit: '0x1c9c380' },
    { gasUsed: '0x5208', status: '0x1', logs: [{ address: thiefAddress, topics: [], data: '0x' }] },
    [{ calls: [{ status: '0x1', logs: [], gasUsed: '0x5208', returnData: '0x' }] }],
    `0x${'00'.repeat(31)}20${'00'.repeat(31)}05${Buffer.from('alice').toString('hex').padEnd(64, '0')}`,
    'x'.repeat(5_000),
    { __proto__: { to: thiefAddress } },
  ])
}

/** Sometimes a well-formed answer, otherwise anything. */
function createLiar(random: Random): Node {
  const kept = new Map<string, unknown>()
  return ({ method }) => {
    if (random.chance(0.05)) throw new Error('the node says no')
    if (random.chance(0.6) && kept.has(method)) return kept.get(method)
    const honest: Record<string, unknown> = {
      eth_chainId: random.chance(0.7) ? '0x7a69' : '0x1',
      eth_getBalance: word(10n ** 18n),
      eth_getTransactionCount: random.pick(['0x0', '0x5', word(2n ** 60n)]),
      eth_estimateGas: random.pick(['0x5208', word(2n ** 40n)]),
      eth_gasPrice: random.pick(['0x3b9aca00', word(10n ** 18n)]),
      eth_maxPriorityFeePerGas: '0x1',
      eth_getCode: random.pick(['0x', '0x6000', `0xef0100${thiefAddress.slice(2)}`]),
      eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', timestamp: '0x70dbd880', gasLimit: '0x1c9c380' },
      eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
    }
    const answer = method in honest && random.chance(0.7) ? honest[method] : drawAnswer(random)
    kept.set(method, answer)
    return answer
  }
}

/** Moves of a lying node, and the owner's actions meanwhile. */
export const nodeMoves: readonly Move[] = [
  {
    name: 'node lies otherwise',
    weight: 3,
    run: async ({ browser, knowledge }, random) => {
      const liar = createLiar(random)
      browser.setNode((request) => {
        // It keeps everything that it receives.
        knowledge.learn(request)
        return liar(request)
      })
      return 'ok'
    },
  },
  {
    name: 'owner sends money',
    weight: 6,
    run: async (scene, random) => {
      const value = BigInt(1 + random.below(1_000_000))
      const order = { to: friend, value }
      return approveAsOwner(
        scene,
        'eth_sendTransaction',
        [{ from: scene.owner.address, to: friend, value: word(value) }],
        () => scene.ordered.push(order),
      )
    },
  },
  {
    name: 'owner sends calls',
    weight: 2,
    run: (scene, random) => {
      const value = BigInt(1 + random.below(1_000_000))
      const params = [
        {
          version: '2.0.0',
          from: scene.owner.address,
          chainId: '0x7a69',
          atomicRequired: false,
          calls: [{ to: friend, value: word(value) }],
        },
      ]
      return approveAsOwner(scene, 'wallet_sendCalls', params, () => scene.ordered.push({ to: friend, value }))
    },
  },
  {
    name: 'owner reads the chain',
    weight: 2,
    run: (scene, random) => {
      const method = random.pick([
        'eth_call',
        'eth_getBalance',
        'eth_getTransactionReceipt',
        'wallet_getAssets',
        'wallet_getCapabilities',
        'eth_getLogs',
      ])
      return askHost(scene, 'rpc', { method, params: [{ to: friend, data: '0x' }, 'latest'] })
    },
  },
  {
    name: 'owner looks at the account',
    weight: 1,
    run: (scene) => askHost(scene, 'getUser', {}),
  },
]

/** The owner makes a request, reads the card, and approves in the window. */
async function approveAsOwner(scene: Scene, method: string, params: unknown, approved: () => void): Promise<string> {
  const { browser } = scene
  const tab = browser.tab()
  tab.frame.actions.cancel()
  await askHost(scene, 'rpc', { method, params })
  const card = tab.frame.card.getState()
  if (card?.kind !== 'approve' || card.state !== 'ready') {
    const end = promptOf(scene) === undefined ? 'refused' : 'pending'
    tab.frame.actions.cancel()
    return end
  }
  approved()
  tab.frame.actions.openWindow('approve')
  const window = await browser.connect('approve', { patience: 200 })
  const approval = (await window?.describe())?.approval
  if (approval) await window?.decide({ id: approval.id, approved: true }).catch(() => {})
  const open = promptOf(scene)
  await settle(scene, () => open?.isOver() ?? true)
  return 'ok'
}
