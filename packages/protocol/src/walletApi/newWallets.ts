import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { evmAddressSchema } from '../caip/schemas.ts'
import { sessionTokensSchema } from './auth.ts'
import { idSchema, linkTokenSchema, otpSchema, timeSchema } from './fields.ts'

/**
 * Requests a new wallet to replace one that this device cannot unlock. Allowed only if no login can unlock the old one, because it has no
 * recovery factor. The code that confirms it is sent to the account's mailbox.
 */
export const askNewWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/ask',
  summary: 'Ask for a new wallet for this login',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  response: z.object({
    askId: idSchema,
    /**
     * False for an account without an address. Then the login itself must be at most five minutes old. If the account has a passkey, its use
     * must be as recent.
     */
    needsCode: z.boolean(),
    expiresAt: timeSchema,
  }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'wallet_exists',
    'wallet_protected',
    'login_unsettled',
    'email_cooldown',
    'rate_limited',
  ],
})

/**
 * Verifies the code. From then on the login leads to a new account, whose wallet this device creates. The previous account keeps its wallet,
 * and so do the devices that hold it. The same code from the same device again returns new tokens of the same new account.
 */
export const startNewWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/start',
  summary: 'Start a new wallet for this login',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ askId: idSchema, otp: z.optional(otpSchema) }),
  response: sessionTokensSchema,
  errors: [
    'session_ended',
    'step_up_required',
    'attempt_unknown',
    'code_wrong',
    'code_expired',
    'wallet_unknown',
    'wallet_exists',
    'wallet_protected',
    'login_unsettled',
    'rate_limited',
  ],
})

/** The login's other wallets, and the change that can be undone. */
export const listLoginWallets = defineEndpoint({
  method: 'GET',
  path: '/v1/wallet/new',
  summary: 'The other wallets of this login',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({
    /** Whether the login leads to this account's wallet on a new device. */
    leadsHere: z.boolean(),
    /** Only the devices that hold them can unlock them. */
    wallets: z.array(z.object({ address: evmAddressSchema, leftAt: timeSchema })),
    /** The latest move of the login that this device can undo; `until` null: at any time. */
    takeBack: z.nullable(z.object({ moveId: idSchema, until: z.nullable(timeSchema) })),
  }),
  errors: ['session_ended'],
})

/**
 * Returns the login to its previous account. A device of that account can do it at any time, if the login's current account was started from
 * it. Otherwise a device of either account can do it for thirty days. No wallet changes.
 */
export const takeLoginBack = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/undo',
  summary: 'Return the login to the previous wallet',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ moveId: idSchema }),
  response: z.object({}),
  errors: ['session_ended', 'step_up_required', 'device_not_enrolled', 'frozen', 'archive_unknown', 'rate_limited'],
})

/** The same through the link in the notice, once, for thirty days. */
export const takeLoginBackByLink = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/undo/link',
  summary: 'Return the login to the previous wallet with an emailed link',
  tag: 'Wallet',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({
    /** Address of the login's current wallet; null if none was created yet. */
    address: z.nullable(evmAddressSchema),
  }),
  errors: ['link_invalid', 'rate_limited'],
})
