import { randomUUID } from 'node:crypto'
import {
  activateSessionMessage,
  type ChainId,
  createSessionMessage,
  type EvmAddress,
  parseChainId,
  revokeSessionMessage,
} from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { decodeContext, hashGrant, permissionsHash, permissionsToGrant, sessionNonceKey } from '@latchkey/smart-account'
import { getAddress, hashMessage } from 'viem'
import type { Bundler } from '../bundler/Bundler.ts'
import { findEvmChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { verifyAccountMessage } from '../signatures/verifyAccountMessage.ts'
import { createCoSigner } from './createCoSigner.ts'
import { createPermissionLister } from './createPermissionLister.ts'
import type { PermissionAccount, PermissionService } from './PermissionService.ts'
import {
  countPermissions,
  deleteUnused,
  insertPermission,
  type PermissionRow,
  readPermission,
  readPermissionByContext,
  writeActive,
  writeRevoked,
} from './permissionStore.ts'
import { readAccount } from './readAccount.ts'
import { readChainPermissions, revokedStatus } from './readChainPermissions.ts'

/** Milliseconds for which a signed request to create a permission is accepted, and by which clocks may differ. */
const fresh = 5 * 60 * 1000
const skew = 60 * 1000
const day = 24 * 60 * 60 * 1000
/**
 * Maximum number of permissions per day: prepared for an account, prepared from a network address, and granted for a project.
 * A caller can make up accounts.
 */
const perDay = { account: 50, caller: 300, project: 20_000 }
/** Maximum bytes of a request's `permissions`, including contract functions. They are stored as signed. */
const largest = 32_000

/**
 * Creates the permissions of smart accounts. The state of the chain and the account's signature decide. The server adds its
 * own key to each permission, so that it can stop the permission immediately.
 */
export function createPermissionService({
  context,
  rpc,
  bundler,
  sealer,
}: {
  context: Pick<Context, 'config' | 'database' | 'kv' | 'clock' | 'log' | 'shutdown'>
  rpc: RpcService
  bundler: Pick<Bundler, 'dropWaiting'>
  sealer: Sealer
}): PermissionService {
  const { config, database, kv, clock, log, shutdown } = context
  const served = config.chains
    .filter(isEvmChain)
    .flatMap(({ chainId, smartAccounts }): ChainId[] => (smartAccounts?.enabled ? [chainId] : []))
  const coSigner = createCoSigner({ database, sealer })
  const list = createPermissionLister({ context, rpc })

  const keyOf = ({ address, chainId: asked }: PermissionAccount) => {
    const { address: account, chainId: named } = readAccount(address)
    const chainId = named ?? asked
    if (chainId !== undefined && !served.includes(chainId)) {
      throw new ServiceError('unsupported_chain', {
        field: 'chainId',
        message: `There are no smart accounts on ${chainId}`,
      })
    }
    return { account, chain: chainId, chainId: chainId && Number(parseChainId(chainId).reference) }
  }

  /** Verifies the account's signature. The signed message may have its address in either letter case. */
  const verify = async (
    { address }: PermissionAccount,
    { account, chain, signature }: { account: EvmAddress; chain: ChainId; signature: string },
    messageOf: (account: string) => string,
  ) => {
    const texts = new Set([
      ...(address.includes(':') ? [address] : []),
      `${chain}:${getAddress(account)}`,
      `${chain}:${account}`,
    ])
    let refusal: unknown
    for (const text of texts) {
      try {
        return await verifyAccountMessage({
          ...{ rpc, chainId: chain, account, message: messageOf(text), signature: signature as `0x${string}` },
        })
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === 'signature_invalid')) throw error
        refusal = error
      }
    }
    throw refusal
  }

  const requireSession = async (account: PermissionAccount, pci: string): Promise<PermissionRow> => {
    const row = await readPermission(database, { ...keyOf(account), pci })
    if (!row) throw new ServiceError('session_unknown', { field: 'pci' })
    return row
  }
  const chainOf = ({ chainId }: PermissionRow): ChainId => `eip155:${chainId}`
  /** From here on, the server signs nothing for the permission. Signed operations that still wait are dropped. */
  const end = async (row: PermissionRow) => {
    await writeRevoked(database, { pci: row.pci, at: new Date(clock.now()) })
    if (row.sessionId === null) return
    const key = sessionNonceKey(row.sessionId)
    await bundler.dropWaiting({ chainId: chainOf(row), sender: row.account, key, reason: 'The permission was revoked' })
  }
  const seconds = () => Math.floor(clock.now() / 1000)
  /** Returns the time that operations claim: the chain's time if its clock is ahead of ours. */
  const readTime = async (chainId: ChainId) => {
    const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const { timestamp } = await rpc.request<{ timestamp: `0x${string}` }>({ chainId, call })
    return Math.max(Number(timestamp), seconds())
  }

  const timer = setInterval(
    () => {
      deleteUnused(database, { before: new Date(clock.now() - day) }).catch((error: unknown) =>
        log.warn({ err: error }, 'Deleting unused permissions failed'),
      )
    },
    60 * 60 * 1000,
  )
  timer.unref()
  shutdown.add('sessions', async () => clearInterval(timer))

  return {
    list: async (account) => list(keyOf(account)),

    create: async (of, body, { project, caller }) => {
      // Counted before any request to the network, because wrong signatures count as well.
      const asked = await kv.increment(`sessions:prepared:${caller}`, { ttl: day / 1000 })
      if (asked > perDay.caller) throw tooMany()
      const { account, chain: named } = keyOf(of)
      const chain = named ?? (served.length === 1 ? served[0] : undefined)
      if (!chain) {
        throw new ServiceError('unsupported_chain', { field: 'chainId', message: 'Add the network: eip155:1:0x…' })
      }
      const { expiry, signer, permissions, policies, issuedAt, signature } = body
      const age = clock.now() - Date.parse(issuedAt)
      if (!(age <= fresh && age >= -skew)) {
        throw new ServiceError('signature_invalid', { field: 'issuedAt', message: 'This signature is too old' })
      }
      if (Buffer.byteLength(JSON.stringify(permissions)) > largest) {
        const message = `The permissions have more than ${largest} bytes: leave functions out of the ABI that are not named`
        throw new ServiceError('permissions_invalid', { field: 'permissions', message })
      }
      checkPermissions({ signer, permissions, expiry, account, now: seconds() })
      const hash = permissionsHash({ signer, permissions, policies })
      const messageOf = (text: string) =>
        createSessionMessage({ account: text, permissionsHash: hash, expiry, issuedAt })
      await verify(of, { account, chain, signature }, messageOf)

      const since = new Date(clock.now() - day)
      const [byAccount, byProject] = [
        await countPermissions(database, { since, account }),
        await countPermissions(database, { since, projectId: project.id }),
      ]
      if (byAccount >= perDay.account || byProject >= perDay.project) throw tooMany()
      const pci = randomUUID()
      const key = await coSigner.make(pci)
      const isNew = await insertPermission(database, {
        ...{ pci, account, expiry, signer, permissions },
        projectId: project.id,
        chainId: Number(parseChainId(chain).reference),
        messageHash: hashMessage(messageOf(`${chain}:${account}`)),
        coSigner: key.address,
        sealedKey: key.sealed.box,
        keyKekId: key.sealed.kekId,
        createdAt: new Date(clock.now()),
      })
      if (!isNew) {
        throw new ServiceError('signature_invalid', {
          field: 'signature',
          message: 'This permission was already requested',
        })
      }
      return { pci, key: { type: 'secp256k1', publicKey: key.publicKey } }
    },

    activate: async (of, { pci, context: text, signature }, project) => {
      const row = await requireSession(of, pci)
      if (row.projectId !== project.id) throw new ServiceError('session_unknown', { field: 'pci' })
      const chain = chainOf(row)
      const messageOf = (account: string) => activateSessionMessage({ account, pci, context: text })
      await verify(of, { account: row.account, chain, signature }, messageOf)
      if (row.revokedAt) throw new ServiceError('session_revoked')
      const shown = text.toLowerCase() as `0x${string}`
      if (row.context === shown) return
      const { account, chainId, id, grant } = decodeContext(shown)
      const isOwn = account.toLowerCase() === row.account && chainId === row.chainId && row.context === null
      if (!isOwn || hashGrant(grant) !== hashGrant(permissionsToGrant({ ...row, now: 0 }))) {
        throw new ServiceError('session_unknown', {
          field: 'context',
          message: 'The context belongs to another permission',
        })
      }
      const key = { account: row.account, id, grant }
      const [found] = await readChainPermissions({ config, rpc, chainId: chain, sessions: [key], at: seconds() })
      if (found?.status === revokedStatus) throw new ServiceError('session_revoked')
      if (found?.status !== hashGrant(grant)) throw new ServiceError('session_not_granted')
      const at = new Date(clock.now())
      if (await writeActive(database, { pci, context: shown, sessionId: id, at })) return
      // A concurrent call was faster, with the same grant or with another one.
      const now = await requireSession(of, pci)
      if (now.revokedAt) throw new ServiceError('session_revoked')
      if (now.context !== shown) throw new ServiceError('session_unknown', { field: 'context' })
    },

    revoke: async (of, { pci, signature }) => {
      const row = await requireSession(of, pci)
      const messageOf = (account: string) => revokeSessionMessage({ account, pci })
      await verify(of, { account: row.account, chain: chainOf(row), signature }, messageOf)
      await end(row)
    },

    find: async ({ context: text, chainId, projectId }) => {
      const shown = text.toLowerCase() as `0x${string}`
      const { account, chainId: number, id, grant } = decodeContext(shown)
      const address = account.toLowerCase() as EvmAddress
      const isHere = `eip155:${number}` === chainId
      const row = isHere
        ? await readPermissionByContext(database, { account: address, chainId: number, context: shown })
        : undefined
      if (!row || row.projectId !== projectId) throw new ServiceError('session_unknown', { field: 'context' })
      if (row.revokedAt) throw new ServiceError('session_revoked')
      const at = await readTime(chainId)
      if (row.expiry <= at || grant.validUntil < at) throw new ServiceError('session_expired')
      const sessions = [{ account: address, id, grant }]
      const [found] = await readChainPermissions({ config, rpc, chainId, sessions, at })
      if (found?.status === revokedStatus) {
        await end(row)
        throw new ServiceError('session_revoked')
      }
      // The chain reverted the grant, or this node has not seen it yet.
      if (found?.status !== hashGrant(grant)) throw new ServiceError('session_not_granted')
      const leastValidity = findEvmChain(config.chains, chainId)?.smartAccounts?.leastValidity ?? 0
      const context = { chainId: number, account: address, id, grant }
      return { ...context, pci: row.pci, chain: chainId, spent: found.spent, at, leastValidity }
    },

    coSign: coSigner.sign,
  }
}

function tooMany(): ServiceError {
  const message = 'The daily limit of new permissions is reached. Try again tomorrow'
  return new ServiceError('rate_limited', { message, retryAfter: 3600 })
}

/** @throws ServiceError `permissions_invalid` with the reason, because the caller is the app's developer */
function checkPermissions(options: Parameters<typeof permissionsToGrant>[0]): void {
  try {
    permissionsToGrant(options)
  } catch (error) {
    if (!(error instanceof ServiceError) || typeof error.details !== 'string') throw error
    throw new ServiceError(error.code, { field: error.field, message: error.details })
  }
}
