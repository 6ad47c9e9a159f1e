import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { evmAddressSchema } from '../caip/schemas.ts'
import { sessionTokensSchema } from './auth.ts'
import { idSchema, linkTokenSchema, otpSchema, timeSchema } from './fields.ts'

/**
 * Asks for a new wallet in the place of one that this device cannot open. Only a wallet that no login can open is left: one without any way
 * back. The code that confirms it goes to the mailbox of the account.
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
     * False for an account without any address: then the login itself must be of the last five minutes. Where the account has a passkey, the
     * passkey must be as well.
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
 * Takes the code: the login leads to a new account from now on, whose wallet this device makes. The account of before keeps its wallet, and
 * devices that hold it. Called again with the same code by the same device, it answers with another session of the same new account.
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

/** The other wallets of the login, and what may be taken back. */
export const listLoginWallets = defineEndpoint({
  method: 'GET',
  path: '/v1/wallet/new',
  summary: 'The other wallets of this login',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({
    /** Whether the login leads to the wallet of this session on a device that is new to it. */
    leadsHere: z.boolean(),
    /** They open on the devices that hold them, and on no other. */
    wallets: z.array(z.object({ address: evmAddressSchema, leftAt: timeSchema })),
    /** The latest change of where the login leads that this session may take back; `until` null: at any time. */
    takeBack: z.nullable(z.object({ moveId: idSchema, until: z.nullable(timeSchema) })),
  }),
  errors: ['session_ended'],
})

/**
 * Leads the login back to the account that it was led away from: at any time from a device of that account, where the other was started from
 * it; else for thirty days, from a device of either. Nothing of any wallet changes.
 */
export const takeLoginBack = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/undo',
  summary: 'Lead the login back to the wallet of before',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ moveId: idSchema }),
  response: z.object({}),
  errors: ['session_ended', 'step_up_required', 'device_not_enrolled', 'frozen', 'archive_unknown', 'rate_limited'],
})

/** The same by the link in the notice, once, for thirty days. */
export const takeLoginBackByLink = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/new/undo/link',
  summary: 'Lead the login back by mail',
  tag: 'Wallet',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({
    /** Of the wallet that the login leads to now; null where none was made yet. */
    address: z.nullable(evmAddressSchema),
  }),
  errors: ['link_invalid', 'rate_limited'],
})
