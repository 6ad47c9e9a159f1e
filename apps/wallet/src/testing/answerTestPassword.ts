import { ServiceError } from '@latchkey/protocol/errors'
import { type ListedFactor, passwordTriesPerDay } from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import type { TestWallet } from './TestWallet.ts'

const day = 24 * 60 * 60 * 1000

/** Evaluates a blinded password as the server does: ten attempts a day, and the same element is the same attempt. */
export function answerTestPassword({
  wallet,
  body: { factorId, blinded },
  now,
}: {
  wallet: TestWallet
  body: { factorId: string; blinded: string }
  now: number
}): unknown {
  const factor = wallet.factors.find(({ id, kind }) => id === factorId && kind === 'password')
  if (!factor) throw new ServiceError('factor_unknown')
  const key = wallet.passwordKeys.get(factorId)
  if (!key) throw new ServiceError('password_outdated')
  wallet.tries = wallet.tries.filter(({ at }) => at > now - day)
  const { tries } = wallet
  const [oldest] = tries
  if (!tries.some((one) => one.blinded === blinded)) {
    if (oldest && tries.length >= passwordTriesPerDay)
      throw new ServiceError('rate_limited', { retryAfter: Math.ceil((oldest.at + day - now) / 1000) })
    tries.push({ blinded, at: now })
  }
  const evaluated = ristretto255_oprf.oprf.blindEvaluate(fromBase64Url(key), fromBase64Url(blinded))
  return {
    evaluated: toBase64Url(evaluated),
    bind: factor.meta.bind,
    triesLeft: passwordTriesPerDay - tries.length,
  }
}

/** Lists the factors as a device sees them: a device that has not unlocked the wallet gets only an entry for passwords. */
export function listTestFactors({ wallet, deviceId }: { wallet: TestWallet; deviceId: string }): ListedFactor[] {
  return wallet.factors.map((factor) => {
    if (factor.kind !== 'password' || wallet.shares.has(deviceId)) return factor
    const { id, kind, createdAt } = factor
    return { id, kind, createdAt }
  })
}
