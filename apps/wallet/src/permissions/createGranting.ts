import type { Description } from '@latchkey/clear-signing'
import { activateSessionMessage, createSessionMessage } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { GrantRecord } from '../device/KeyValueStore.ts'
import type { OperationAccount, OperationCost } from '../operations/Operations.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import { type Grants, nameOf } from './createGrants.ts'
import {
  isAsShown,
  namedAccount,
  noteOf,
  type PermissionTools,
  withCost,
  withReserve,
} from './createPermissionTools.ts'
import type { PermissionRequest, PermissionRequests } from './PermissionRequests.ts'

const grantMethod = 'wallet_grantPermissions'

/** Creates the handler of `wallet_grantPermissions`. */
export function createGranting({
  tools: { asker, reviews, operations, server, urlOf, describe, now },
  grants,
}: {
  tools: PermissionTools
  grants: Grants
}): PermissionRequests['grant'] {
  /** Signs, registers with the server, records, sends, and waits for the chain. */
  const act = async ({
    reader,
    request: { network },
    account,
    description,
    origin,
    id,
    key,
    shown,
  }: {
    reader: ReaderCalls
    request: PermissionRequest
    account: OperationAccount
    description: Description
    origin: string
    id: number
    key: string
    shown: OperationCost
  }) => {
    const { chainId } = network
    const name = nameOf({ chainId, account: account.address })
    const plan = (coSignerKey: string | null) =>
      reader.planGrant({ description, account, chainId, id, coSignerKey, url: urlOf(chainId) })
    const { request, permissionsHash } = await plan(null)
    const { expiry, signer, permissions } = request
    const issuedAt = new Date(now()).toISOString()
    const sign = (text: string) => operations.signMessage({ account, chainId, text })
    const made = await server.create(name, {
      ...{ expiry, signer, permissions, policies: [], issuedAt },
      signature: await sign(createSessionMessage({ account: name, permissionsHash, expiry, issuedAt })),
    })
    const { calls, context, grantHash } = await plan(made.key.publicKey)
    const { pci } = made
    const prepared = await operations.prepare({ account, chainId, calls, signal: new AbortController().signal })
    if (!isAsShown({ cost: prepared.cost, shown }))
      throw new ServiceError(prepared.cost.setsUp && !shown.setsUp ? 'account_changed' : 'sponsorship_refused')
    const record: GrantRecord = {
      ...{ key, chainId, account: account.address, origin, expiry, id, grantHash },
      answer: { pci, context },
      activation: await sign(activateSessionMessage({ account: name, pci, context })),
      operation: prepared.hash,
      at: now(),
      state: 'leaving',
    }
    const begun = await grants.begin(record)
    try {
      // If another tab got the same request first, that tab sends.
      if (begun === record) await operations.send({ prepared, origin })
    } catch (error) {
      // Silence is no answer: the next page completes a pending grant.
      const isSilence = error instanceof ServiceError && error.code === 'transaction_uncertain'
      if (!isSilence) await grants.forget(record)
      throw error
    }
    if (!(await grants.finish(begun))) throw new ServiceError('transaction_reverted')
    return { ...request, address: account.address, ...begun.answer }
  }

  return async (request) => {
    const { params, network, signal, hold } = request
    const account = namedAccount(request)
    const { chainId } = network
    const key = await fingerprint([asker().origin, chainId, account.address, params])
    const earlier = await grants.find(key)
    // Already approved: on an earlier page, or its answer was lost.
    if (earlier && (await grants.finish(earlier)))
      return { ...(params[0] as object), address: account.address, ...earlier.answer }
    return reviews.review<unknown>({
      ...{ method: grantMethod, network, account: account.address, signal, hold },
      read: async ({ reader, wallet, origin, signal: reading }) => {
        const description = await describe({
          ...{ reader, wallet, account, network, origin, params, accounts: request.accounts },
          method: grantMethod,
        })
        if (description.findings.some(({ level }) => level === 'refuse')) return { description, act: neverDone }
        const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
        const trial = await reader.planGrant({
          ...{ description, account, chainId, id, coSignerKey: null, url: urlOf(chainId) },
        })
        const { cost, findings } = await operations.prepare({ account, chainId, calls: trial.calls, signal: reading })
        const shown = withReserve(cost)
        return {
          description: withCost({ description, cost: shown, findings, network }),
          card: { operation: noteOf({ cost: shown, account }) },
          act: () => act({ reader, request, account, description, origin, id, key, shown }),
        }
      },
    })
  }
}

async function neverDone(): Promise<never> {
  throw new ServiceError('request_refused')
}

/** Equal for identical requests of the same site. */
async function fingerprint(parts: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
