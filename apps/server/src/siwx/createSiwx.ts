import { parseAccountId } from '@latchkey/protocol'
import type { SiwxAccount } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../platform/context.ts'
import { isUuid } from '../platform/db/isUuid.ts'
import { nameBrowser } from '../platform/http/nameBrowser.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { openSealer } from '../sealing/openSealer.ts'
import { createCookies } from './createCookies.ts'
import { createNonces } from './createNonces.ts'
import { createSignIns } from './createSignIns.ts'
import { createSiwxLimits } from './createSiwxLimits.ts'
import { createVerifier } from './createVerifier.ts'
import { countSignedIn, endDevice, readDevices } from './deviceStore.ts'
import { isMeant } from './isSameAccount.ts'
import type { CookieCall, SignedIn, SiwxService } from './Siwx.ts'
import type { AccountRow, SessionRow } from './sessionStore.ts'
import { startSiwxSweep } from './startSiwxSweep.ts'
import { createSiwxTokens, type SiwxTokens } from './tokens/createSiwxTokens.ts'
import { toOwner } from './toOwner.ts'

/** Sign-in with any wallet. */
export type Siwx = {
  service: SiwxService
  /** Tokens that prove a sign-in to backends. */
  tokens: SiwxTokens
  /** Deletes expired rows. Runs automatically every ten minutes. */
  sweep: () => Promise<void>
}

/**
 * Creates the sign-in with any wallet.
 *
 * @param options.env environment variables, one of which can have the key
 * @throws LatchkeyError `config_invalid`
 * @returns undefined if the configuration has no SIWX
 */
export async function createSiwx({
  context,
  rpc,
  env = process.env,
}: {
  context: Context
  rpc: RpcService
  env?: Readonly<Record<string, string | undefined>>
}): Promise<Siwx | undefined> {
  const { clock, config, database } = context
  if (!config.siwx) return undefined
  const sealer = await openSealer({ context, env, of: 'siwx' })
  const ownOrigin = config.http.publicUrl && new URL(config.http.publicUrl).origin
  const cookies = createCookies({ ownOrigin })
  const nonces = createNonces({ sealer })
  const limits = createSiwxLimits({ context })
  const sessions = createSignIns({ context, cookies, name: nameBrowser, ownOrigin })
  const sessionSeconds = config.siwx.sessionHours * 3_600
  const verify = createVerifier({ context, rpc, nonces, cookies, sessions, limits, sessionSeconds })
  const { sweep } = startSiwxSweep({ context })

  const readSignedIn = async (call: CookieCall): Promise<SignedIn[]> => {
    const session = await sessions.open(call)
    return session ? session.accounts.map((account) => toSignedIn(session.row, account)) : []
  }
  const requireSession = async (call: CookieCall) => {
    const session = await sessions.open(call)
    const owners = [...new Set(session?.accounts.map(({ owner }) => owner))]
    if (!session || owners.length === 0) throw new ServiceError('siwx_session_required')
    return { id: session.row.id, owners, projectId: call.project.id, now: new Date(clock.now()) }
  }

  const service: SiwxService = {
    createNonce: async (call) => {
      await limits.consume('nonce', call.ip)
      const browser = cookies.keepBrowser(call)
      const made = nonces.create({ projectId: call.project.id, browser, now: clock.now() })
      return { nonce: made.nonce, issuedAt: made.issuedAt.toISOString(), expiresAt: made.expiresAt.toISOString() }
    },
    verify,
    list: async (call) => ((await sessions.open(call))?.accounts ?? []).map(toSiwxAccount),
    revoke: sessions.remove,
    listDevices: async (call) => {
      const { id, ...whose } = await requireSession(call)
      const devices = await readDevices(database, whose)
      return devices.map(({ session, accounts }) => ({
        id: session.id,
        current: session.id === id,
        name: session.userAgent || null,
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        accounts: accounts.map(({ account, chainId }) => ({ address: parseAccountId(account).address, chainId })),
      }))
    },
    revokeDevice: async (call, id) => {
      const { id: own, ...whose } = await requireSession(call)
      if (id === own) return sessions.remove(call, {})
      if (isUuid(id) && (await endDevice(database, id, whose))) return
      throw new ServiceError('siwx_device_unknown', { field: 'id' })
    },
    require: async (call, account) => {
      const found = await readSignedIn(call)
      const meant = account === undefined ? found[0] : findMeant(found, account)
      if (!meant) throw new ServiceError('siwx_session_required')
      return meant
    },
    readSignedIn,
    count: () => countSignedIn(database, new Date(clock.now())),
  }
  const publicUrl = config.http.publicUrl ?? `http://localhost:${config.http.port}`
  const tokens = await createSiwxTokens({ context, sealer, publicUrl, siwx: service })
  return { service, tokens, sweep }
}

/** Returns the account itself, or the same key's account on another network of its family. */
function findMeant(found: readonly SignedIn[], account: string): SignedIn | undefined {
  return (
    found.find((one) => isMeant(one.account, account)) ??
    found.find(
      (one) =>
        one.proof === 'key' &&
        account.includes(':') &&
        toOwner({ account: account as SignedIn['account'], proof: 'key' }) === one.owner,
    )
  )
}

function toSignedIn(session: SessionRow, row: AccountRow): SignedIn {
  const { account, chainId, proof, owner, issuedAt, expiresAt } = row
  const { id: sessionId, projectId, origin } = session
  const { address } = parseAccountId(account)
  return { sessionId, projectId, origin, account, address, chainId, proof, owner, issuedAt, expiresAt }
}

function toSiwxAccount({ account, chainId, proof, issuedAt, expiresAt, message, signature }: AccountRow): SiwxAccount {
  return {
    ...{ address: parseAccountId(account).address, chainId, proof, message, signature },
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
