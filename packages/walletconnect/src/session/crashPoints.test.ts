import { expect, test } from 'vitest'
import type { OpenPairing } from '../app/AppClient.ts'
import { prepareAuthentication } from './prepareAuthentication.ts'
import type { Session } from './Session.ts'
import { type CrashPoint, createCrashingDevice } from './testing/createCrashingDevice.ts'
import { address, agreed, asked, createTestPair, signIn } from './testing/createTestPair.ts'

type Crash = CrashPoint & { side: 'app' | 'wallet' }

/**
 * A conversation: pairing, approval, request, answer, disconnect. Both sides continue where they were when their process restarts.
 * @returns the final state of both sides, and their numbers of writes
 */
async function converse({ crash, signsIn }: { crash?: Crash; signsIn: boolean }) {
  const devices = {
    app: createCrashingDevice(crash?.side === 'app' ? crash : undefined),
    wallet: createCrashingDevice(crash?.side === 'wallet' ? crash : undefined),
  }
  const storages = { app: devices.app.open(), wallet: devices.wallet.open() }
  const pair = createTestPair({ storages })
  const known: { uri?: string; session?: Session; answer?: unknown; over?: boolean } = {}
  const shown = new Set<number>()
  const failures: unknown[] = []
  // Actions of each side since its process started.
  let appDid = new Set<string>()
  let walletDid = new Set<string>()
  const once = (did: Set<string>, what: string, run: () => Promise<unknown>) => {
    if (did.has(what)) return
    did.add(what)
    run().catch((error) => {
      // Calls of the crashed process.
      if (error.code !== 'request_aborted') failures.push(error)
    })
  }
  const listen = async (pairing: OpenPairing | undefined) => {
    const approval = await pairing?.approval
    if (approval) known.session = approval.session
  }

  const useApp = () => {
    const { app } = pair
    if (known.over) return
    if (known.answer !== undefined) {
      const { topic = '' } = known.session ?? {}
      once(appDid, 'disconnect', async () => {
        await app.disconnect({ topic })
        known.over = true
      })
    } else if (known.session) {
      const { topic } = known.session
      once(appDid, 'request', async () => {
        known.answer = await app.request({
          topic,
          chainId: 'eip155:1',
          method: 'personal_sign',
          idempotencyKey: 'the one',
        })
      })
    } else if (known.uri) {
      const { uri } = known
      if (!appDid.has('pair')) once(appDid, 'resume', async () => listen(await app.resume({ uri })))
    } else {
      once(appDid, 'pair', async () => {
        const authenticate = signIn(pair.clock.environment.now())
        const opened = await app.pair({ optionalNamespaces: asked, ...(signsIn ? { authenticate } : {}) })
        known.uri = opened.uri
        await listen(opened)
      })
    }
  }

  const useWallet = () => {
    const { wallet } = pair
    const { uri } = known
    if (uri && !wallet.sessions().length && !known.session) once(walletDid, 'pair', () => wallet.pair({ uri }))
    for (const entry of wallet.pending()) {
      const { id } = entry
      if (entry.kind === 'request') shown.add(id)
      once(walletDid, `${id}`, async () => {
        if (entry.kind === 'request') await wallet.respond({ id, result: 'signed' })
        else if (entry.kind === 'proposal') await wallet.approve({ id, namespaces: agreed })
        else {
          const { toCacao } = prepareAuthentication({ request: entry.request, account: `eip155:1:${address}` })
          await wallet.authenticate({ id, authentications: [toCacao('0x00')] })
        }
      })
    }
  }

  const restartCrashed = async () => {
    if (devices.app.takeCrash()) {
      pair.kept.app = devices.app.open()
      appDid = new Set()
      await pair.restartApp()
    }
    if (devices.wallet.takeCrash()) {
      pair.kept.wallet = devices.wallet.open()
      walletDid = new Set()
      await pair.restartWallet()
    }
  }

  for (let round = 0; round < 40 && !(known.over && !pair.wallet.sessions().length); round++) {
    useApp()
    useWallet()
    await pair.settle()
    await restartCrashed()
  }
  // Long enough that all temporary records expire.
  for (let later = 0; later < 3; later++) {
    await pair.settle()
    await restartCrashed()
    pair.clock.advance(1_000_000)
  }
  await pair.settle()
  const sent = (tag: number) => pair.relay.sent.filter((message) => message.tag === tag).length
  const left = [...devices.app.entries.keys(), ...devices.wallet.entries.keys()].map((key) => key.split('/')[0])
  const outcome = {
    failures,
    answer: known.answer,
    over: known.over,
    requestsShown: shown.size,
    sessions: [pair.app.sessions().length, pair.wallet.sessions().length],
    pending: pair.wallet.pending().length,
    agreedTo: sent(1101) + sent(1117),
    settled: sent(1102),
    settlementsAnswered: sent(1103),
    requests: sent(1108),
    answers: sent(1109),
    ends: sent(1112),
    left: [...new Set(left)].sort(),
  }
  pair.app.destroy()
  pair.wallet.destroy()
  return { outcome, writes: { app: devices.app.writes(), wallet: devices.wallet.writes() } }
}

for (const signsIn of [false, true]) {
  const how = signsIn ? 'one-click sign-in' : 'a proposal'
  test(`behavior: a conversation by ${how} has the same result wherever one process ends, and everything happens once`, async () => {
    const whole = await converse({ signsIn })
    expect(whole.outcome).toStrictEqual({
      failures: [],
      answer: 'signed',
      over: true,
      requestsShown: 1,
      sessions: [0, 0],
      pending: 0,
      agreedTo: 1,
      settled: signsIn ? 0 : 1,
      settlementsAnswered: signsIn ? 0 : 1,
      requests: 1,
      answers: 1,
      ends: 1,
      left: ['seen'],
    })
    let points = 0
    for (const side of ['app', 'wallet'] as const) {
      for (let at = 1; at <= whole.writes[side]; at++) {
        for (const moment of ['before', 'after'] as const) {
          points++
          const { outcome } = await converse({ signsIn, crash: { side, at, moment } })
          expect({ side, at, moment, ...outcome }).toStrictEqual({ side, at, moment, ...whole.outcome })
        }
      }
    }
    expect(points).toBeGreaterThan(30)
  }, 60_000)
}
