import { parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../platform/context.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { AddressLimits } from '../platform/http/createAddressLimits.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { verifySignature } from '../signatures/verifySignature.ts'
import type { Cookies } from './createCookies.ts'
import type { Nonces } from './createNonces.ts'
import type { SignIns } from './createSignIns.ts'
import type { SiwxAct } from './createSiwxLimits.ts'
import { judgeMessage } from './judgeMessage.ts'
import type { SiwxService } from './Siwx.ts'
import { insertNonceUse, lockNonce, readNonceUses } from './sessionStore.ts'
import { toOwner } from './toOwner.ts'

/**
 * Creates the verification of signed messages. Cheap checks come first, the signature last. One transaction uses the nonce and signs the
 * account in. A rejected message can therefore be sent again.
 */
export function createVerifier({
  context: { clock, config, database },
  rpc,
  nonces,
  cookies,
  sessions,
  limits,
  sessionSeconds,
}: {
  context: Pick<Context, 'clock' | 'config' | 'database'>
  rpc: RpcService
  nonces: Nonces
  cookies: Cookies
  sessions: SignIns
  limits: AddressLimits<SiwxAct>
  sessionSeconds: number
}): SiwxService['verify'] {
  const chainIds = config.chains.map(({ chainId }) => chainId)

  /** One-click sign-in uses one nonce for several networks, all with the same address. */
  const checkUses = (uses: Awaited<ReturnType<typeof readNonceUses>>, chainId: string, address: string) => {
    const isUsed = uses.some((use) => use.chainId === chainId || use.address !== address)
    if (isUsed) throw new ServiceError('siwx_nonce_used', { field: 'nonce' })
  }

  return async (call, { message, signature, address: signer }) => {
    const { project, origin, ip } = call
    const browser = cookies.readBrowser(call)
    if (browser === undefined) {
      throw new ServiceError('siwx_cookie_missing', {
        message:
          'The browser did not send the server’s cookie, so you cannot be signed in. Page and server must be on one site, such as example.com and api.example.com',
      })
    }
    const now = clock.now()
    const judged = judgeMessage({
      ...{ message, address: signer, origin, origins: project.origins, chainIds, now },
      checkNonce: (nonce) => nonces.check(nonce, { projectId: project.id, browser, now }),
    })
    const { account, data } = judged
    const { chainId } = data
    const hash = hashToken(data.nonce)
    // In the letter case of comparisons.
    const { address } = parseAccountId(toOwner({ account, proof: 'contract' }) as typeof account)
    checkUses(await readNonceUses(database, hash), chainId, address)
    await limits.consume('verify', ip)
    const { proof } = await verifySignature({ rpc: countQuestions(rpc, limits, ip), account, message, signature })

    const owner = toOwner({ account, proof })
    const end = new Date(clock.now() + sessionSeconds * 1000)
    const expiresAt = judged.expiresAt && judged.expiresAt < end ? judged.expiresAt : end
    const finish = await database.transaction(
      async (tx) => {
        await lockNonce(tx, hash)
        checkUses(await readNonceUses(tx, hash), chainId, address)
        await insertNonceUse(tx, { hash, chainId, address, expiresAt: judged.nonceExpiresAt })
        return sessions.add(tx, call, {
          ...{ account, chainId, owner, proof, message, signature, expiresAt },
          origin: judged.origin,
        })
      },
      { isolationLevel: 'read committed' },
    )
    finish()
    return { address: data.accountAddress, chainId, expiresAt: expiresAt.toISOString(), proof }
  }
}

/** Counts calls to chains about a signature: once per signature, however many calls it needs. */
function countQuestions(rpc: RpcService, limits: AddressLimits<SiwxAct>, ip: string): RpcService {
  let counted: Promise<void> | undefined
  return {
    ...rpc,
    request: async (options) => {
      counted ??= limits.consume('contract', ip)
      await counted
      return rpc.request(options)
    },
  }
}
