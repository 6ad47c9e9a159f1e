import { ServiceError } from '@latchkey/protocol/errors'
import { addFactor, removeFactor } from '@latchkey/protocol/wallet'
import { toBase64Url } from '@latchkey/vault'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { Wallet } from './createWallet.ts'
import { signChange } from './signChange.ts'
import type { WalletContext } from './WalletContext.ts'

/** The recovery factors. Each call may be refused with `step_up_required`. */
export type Factors = {
  /** Adds a factor with its secret. */
  add: (options: { secret: FactorSecret; label?: string | undefined }) => Promise<void>
  remove: (options: { factorId: string }) => Promise<void>
}

/** Creates the wallet's factors. */
export function createFactors({ context, wallet }: { context: WalletContext; wallet: Wallet }): Factors {
  const { session, keys } = context

  const noteFactors = async () => {
    const { server } = await wallet.readServer()
    // The server's event of this change may be reloading the wallet right now.
    await wallet.unlock()
    const state = wallet.state.getState()
    if (state.status !== 'unlocked') return
    const { factors, exportedAt, frozenUntil } = server
    wallet.dispatch({ type: 'changed', wallet: { ...state.wallet, factors, exportedAt, frozenUntil } })
  }

  const add: Factors['add'] = async ({ secret, label }) => {
    await wallet.unlock()
    const id = context.randomUUID()
    const createdAt = new Date(context.now()).toISOString()
    await wallet.change({
      // The PRF output is copied to the worker; the caller's copy stays valid for a second attempt.
      stage: async (target, known) => {
        const staged = await keys.addFactor({ id, secret, label, createdAt, target })
        const replaced = staged.password?.replaces ?? []
        return { ...staged, factors: [...known.filter((one) => !replaced.includes(one.id)), staged.factor] }
      },
      send: async ({ factor, password, vault, replaces, device }) => {
        const secrets = password ? { passwordKey: password.passwordKey, replaces: [...password.replaces] } : {}
        const fields = { factor, ...secrets, vault: toBase64Url(vault), vaultVersion: replaces, device }
        return session.request(addFactor, { body: await signChange({ context, action: 'addFactor', body: fields }) })
      },
    })
    await noteFactors()
    if (secret.kind === 'passkey') await wallet.notePasskey(secret.credentialId)
  }

  return {
    add,
    remove: async ({ factorId }) => {
      await wallet.unlock()
      await wallet.change({
        stage: async (_target, known) => ({
          ...(await keys.removeFactor({ factorId })),
          factors: known.filter(({ id }) => id !== factorId),
        }),
        send: async ({ vault, replaces }) => {
          const fields = { factorId, vault: toBase64Url(vault), vaultVersion: replaces }
          const body = await signChange({ context, action: 'removeFactor', body: fields })
          return session.request(removeFactor, { body })
        },
      })
      await noteFactors()
    },
  }
}

/**
 * @throws LatchkeyError `password_weak`: shorter than 12 characters, or with few different ones. The window scores it as well.
 */
export function checkPassword(password: string): void {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < 12 || new Set(characters).size < 5) throw new ServiceError('password_weak')
}
