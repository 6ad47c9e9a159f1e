import { createServer } from 'node:http'
import type { CardFault, CardProcessor } from '@latchkey/devnet/cards'
import { type Face, type IdentityFault, type IdentityProvider, identityFaults } from '@latchkey/devnet/identity'
import type { Gate } from './openGate.ts'
import type { GateName } from './openGates.ts'
import { readWorld } from './World.ts'

type PartAction =
  | `${'stop' | 'start' | 'kill'}-server`
  /** The process accepts connections without an answer (SIGSTOP), and continues (SIGCONT). */
  | `${'hang' | 'wake'}-server`
  | `${'kill' | 'start'}-chain`
  /** One round of trades on every chain. */
  | 'trade'
/** `held-…` resolves when a login waits for the end of the fault `slow`. */
type IdentityAction = `fault-${Face}-${IdentityFault | 'none'}` | `held-${Face}`
/** Holds and releases messages of the card processor, settles its pending payments, and lets its API fail. */
type CardAction = `${'hold' | 'release'}-webhooks` | 'settle-cards' | `fault-cards-${CardFault | 'none'}`
type GateAction = `${'cut' | 'hold' | 'mend'}-${GateName}`

/** Changes that tests can make to the world. */
export type ControlAction = PartAction | GateAction | IdentityAction | CardAction

type Actions = Partial<Record<string, () => Promise<unknown>>>

/** Lets the workers, which are other processes, change the world that the global setup owns. */
export async function serveControl({
  gates,
  identity,
  cards,
  ...parts
}: Record<PartAction, () => Promise<unknown>> & {
  gates: Partial<Record<GateName, Gate>>
  identity: IdentityProvider
  cards: CardProcessor
}) {
  const known: Actions = { ...parts, ...cardActions(cards) }
  for (const [name, { cut, hold, mend }] of Object.entries(gates))
    Object.assign(known, { [`cut-${name}`]: cut, [`hold-${name}`]: hold, [`mend-${name}`]: mend })
  for (const face of Object.keys(identity.social) as Face[]) {
    known[`held-${face}`] = () => identity.held(face)
    for (const fault of identityFaults) known[`fault-${face}-${fault}`] = async () => identity.setFault(face, fault)
    known[`fault-${face}-none`] = async () => identity.setFault(face, null)
  }
  const server = createServer(async (request, response) => {
    const action = known[request.url?.slice(1) ?? '']
    try {
      await action?.()
      response.statusCode = action ? 204 : 404
    } catch (error) {
      response.statusCode = 500
      response.write(String(error))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The control server has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

function cardActions({
  holdWebhooks,
  releaseWebhooks,
  settle,
  setFault,
}: CardProcessor): Record<CardAction, () => Promise<void>> {
  return {
    'hold-webhooks': async () => holdWebhooks(),
    'release-webhooks': async () => releaseWebhooks(),
    'settle-cards': async () => settle(),
    'fault-cards-down': async () => setFault('down'),
    'fault-cards-cut': async () => setFault('cut'),
    'fault-cards-lost': async () => setFault('lost'),
    'fault-cards-slow': async () => setFault('slow'),
    'fault-cards-none': async () => setFault(null),
  }
}

/** Changes the world from a test. */
export async function control(action: ControlAction) {
  const response = await fetch(`${readWorld().control}/${action}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${action} failed: ${await response.text()}`)
}
