import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreed, createTestPair } from './testing/createTestPair.ts'

const steps = [
  'ask',
  'answer',
  'update',
  'emit',
  'deliver',
  'restartApp',
  'restartWallet',
  'appDown',
  'walletDown',
  'up',
] as const

test('behavior: whatever the relays do to messages, every request is shown and answered once, and both sides agree in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 40 }),
      fc.array(fc.nat(1_000), { minLength: 8, maxLength: 30 }),
      async (plan, chances) => {
        let drawn = 0
        let calm = true
        const draw = () => chances[drawn++ % chances.length] ?? 0
        const pair = createTestPair({
          weather: { pick: (count) => (calm ? 0 : draw() % count), repeats: () => !calm && draw() % 3 === 0 },
        })
        const { topic } = await pair.connect()
        calm = false
        const shown = new Set<number>()
        const answers = new Map<string, Promise<unknown>>()
        const emitted: number[] = []
        let namespaces = agreed

        const listen = () =>
          pair.wallet.subscribe((event) => {
            if (event.type !== 'pendingChanged') return
            for (const { id } of event.pending) shown.add(id)
          })
        const ask = (name: string) => {
          const answer = pair.app.request({
            topic,
            chainId: 'eip155:1',
            method: 'personal_sign',
            params: [name],
            idempotencyKey: name,
          })
          answer.catch(() => {})
          answers.set(name, answer)
        }
        const respond = async () => {
          const [entry] = pair.waiting('request')
          if (entry) await pair.wallet.respond({ id: entry.id, result: `signed ${(entry.params as string[])[0]}` })
        }
        const run: Record<(typeof steps)[number], () => unknown> = {
          ask: () => ask(`request ${answers.size}`),
          answer: respond,
          update: async () => {
            const account = `eip155:1:0x${String(drawn % 10).repeat(40)}`
            namespaces = { eip155: { ...(agreed.eip155 ?? { methods: [], events: [] }), accounts: [account] } }
            await pair.wallet.update({ topic, namespaces })
          },
          emit: async () => {
            emitted.push(emitted.length)
            const data = emitted.length - 1
            await pair.wallet.emit({ topic, chainId: 'eip155:1', name: 'accountsChanged', data })
          },
          deliver: async () => {
            for (let count = draw() % 4; count >= 0; count--) await pair.relay.step()
          },
          restartApp: async () => {
            await pair.restartApp()
            // The page repeats its unanswered requests.
            for (const name of answers.keys()) ask(name)
          },
          restartWallet: async () => {
            await pair.restartWallet()
            listen()
          },
          appDown: () => pair.relay.setDown('app', true),
          walletDown: () => pair.relay.setDown('wallet', true),
          up: () => {
            pair.relay.setDown('app', false)
            pair.relay.setDown('wallet', false)
          },
        }

        listen()
        for (const step of plan) {
          pair.clock.advance(10)
          await run[step]()
          await pair.pause()
        }
        calm = true
        run.up()
        // Messages from the downtime are sent after the reconnect.
        await pair.restartApp()
        await pair.restartWallet()
        listen()
        for (const name of answers.keys()) ask(name)
        await pair.settle()
        while (pair.waiting('request').length > 0) {
          await respond()
          await pair.settle()
        }
        for (const [name, answer] of answers) expect(await answer).toBe(`signed ${name}`)
        expect(shown.size).toBe(answers.size)
        const told = pair.heard.app.flatMap((event) => (event.type === 'sessionEvent' ? [event.data] : []))
        expect([...told].sort((one, other) => Number(one) - Number(other))).toStrictEqual(emitted)
        expect(pair.app.sessions()[0]?.namespaces).toStrictEqual(namespaces)
        expect(pair.wallet.sessions()[0]?.namespaces).toStrictEqual(namespaces)
        pair.app.destroy()
        pair.wallet.destroy()
      },
    ),
    { numRuns: 30 },
  )
}, 60_000)
