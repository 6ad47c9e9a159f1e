import type { Endpoint } from '@latchkey/protocol/api'
import * as wallet from '@latchkey/protocol/wallet'
import { drawBody } from '../attack/drawBody.ts'
import type { Move } from '../attack/Move.ts'

/** Every endpoint of the wallet's own origin, by its name in the protocol. */
export const walletEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(wallet).filter(([, value]) => isEndpoint(value)),
) as never

/** Endpoints that attacks need most, weighted so that random steps get far. */
const weights: Readonly<Record<string, number>> = {
  enrolDevice: 6,
  rotateWallet: 5,
  recoverWallet: 4,
  getWallet: 4,
  addFactor: 4,
  removeFactor: 4,
  noteExport: 3,
  updateVault: 3,
  revokeDevice: 3,
  startDeviceTransfer: 2,
  startEmailChange: 2,
  verifyOldEmail: 2,
  verifyNewEmail: 2,
  endSession: 0.3,
}

/** One move for each endpoint, called from the attacker's own computer with a body drawn from its schema. */
export const apiMoves: readonly Move[] = Object.entries(walletEndpoints).map(([name, endpoint]) => ({
  name: `api ${name}`,
  weight: weights[name] ?? 1,
  run: async (scene, random) => {
    // Without a login nearly all of them are refused in the same way.
    if (endpoint.auth === 'session' && !scene.machine.hasSession() && !random.chance(0.1)) return 'no session'
    const body = endpoint.body ? drawBody(endpoint.body, scene, random) : undefined
    const query = endpoint.query ? (drawBody(endpoint.query, scene, random) as Record<string, string>) : {}
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
    const { outcome } = await scene.machine.call(endpoint, { body, query: search && `?${search}` })
    return outcome
  },
}))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
