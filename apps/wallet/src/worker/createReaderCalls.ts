import { describeRequest, readSigningPayload, verifySigned } from '@latchkey/clear-signing'
import { decodeCalls, entryPoint08, smartAccountContracts } from '@latchkey/smart-account'
import { createAsk } from '../gateway/createAsk.ts'
import { accountDigest, accountSignature } from '../operations/accountSignature.ts'
import { checkOperation } from '../operations/checkOperation.ts'
import { verifyOperation } from '../operations/verifyOperation.ts'
import { planGrant } from '../permissions/planGrant.ts'
import { readPermission } from '../permissions/readPermission.ts'
import { readPermissionStatus } from '../permissions/readPermissionStatus.ts'
import type { ReaderCalls } from './ReaderCalls.ts'

/** Contracts with power over an account that runs our code. */
const guardians = [entryPoint08, smartAccountContracts.sessions, smartAccountContracts.implementation]

/** Creates all calls of the reader worker. It has no keys. */
export function createReaderCalls({ fetch: fetchUrl, now }: { fetch: typeof fetch; now: () => number }): ReaderCalls {
  const asking = (url: string) => {
    const ask = createAsk({ url, fetch: fetchUrl })
    return (method: string, params: readonly unknown[]) => ask({ method, params })
  }
  return {
    describe: ({ request, url, network, knownAddresses, tokens, smartAccount }) => {
      const ask = asking(url)
      return describeRequest({
        request,
        read: ({ method, params }) => ask(method, params),
        network,
        knownAddresses,
        tokens,
        guarded: smartAccount === undefined ? guardians : [...guardians, smartAccount],
        now,
      })
    },
    payload: async ({ description }) => readSigningPayload({ description }),
    verify: (options) => verifySigned(options),
    checkOperation: ({ url, ...options }) => checkOperation({ ...options, ask: asking(url) }),
    verifyOperation: (options) => verifyOperation(options),
    planGrant: ({ url, ...options }) => planGrant({ ...options, now: Math.floor(now() / 1000), ask: asking(url) }),
    permissionStatus: ({ url, ...options }) => readPermissionStatus({ ...options, ask: asking(url) }),
    readPermission: ({ url, ...options }) => readPermission({ ...options, ask: asking(url) }),
    decodeCalls: async ({ callData }) => decodeCalls(callData) ?? null,
    accountDigest: async (options) => ({ digest: accountDigest(options) }),
    accountSignature: ({ url, ...options }) => accountSignature({ ...options, ask: asking(url) }),
  }
}
