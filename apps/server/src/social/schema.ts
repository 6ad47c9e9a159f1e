import { socialProviders } from '@latchkey/protocol'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/**
 * Logins, links and step-ups with a provider, from the click to the result. `open`: the provider was not called yet. `begun`: the visitor
 * is at the provider. `returned`: the visitor is back, and the provider is being called. `done` or `failed`: the result. `redeemed`: the
 * starting device has fetched the result.
 */
export const socialAttempts = pgTable(
  'social_attempts',
  {
    id: uuid().primaryKey(),
    provider: text({ enum: socialProviders }).notNull(),
    purpose: text({ enum: ['login', 'link', 'stepUp'] }).notNull(),
    /** `popup`: a window that the page opened. `redirect`: the page itself navigates. `channel`: no window, because another app answers. */
    mode: text({ enum: ['popup', 'redirect', 'channel'] }).notNull(),
    state: text({ enum: ['open', 'begun', 'returned', 'done', 'failed', 'redeemed'] }).notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    /** JWK thumbprint of the starting device, which alone gets the result. */
    jkt: text().notNull(),
    deviceName: text('device_name').notNull(),
    /** Only for links and step-ups. */
    userId: uuid('user_id'),
    deviceId: uuid('device_id'),
    sessionId: uuid('session_id'),
    language: text().notNull(),
    /** Return URL of the page. Only for `redirect`, and deleted after the return. */
    returnUrl: text('return_url'),
    /** SHA-256 of the handshake from the wallet's own page to the window. Null without a window. */
    handshakeHash: bytea('handshake_hash'),
    /** SHA-256 of the cookie of the starting browser. Null without a window. */
    startHash: bytea('start_hash'),
    /** HMAC of the two digits. */
    numberHash: bytea('number_hash'),
    numberTries: integer('number_tries').notNull().default(0),
    /** The window can reach no page of the wallet, so the number replaces the handshake. */
    isDetached: boolean('is_detached').notNull().default(false),
    /** The provider was forced to show its dialog. */
    isAsked: boolean('is_asked').notNull().default(false),
    /** SHA-256 of the `state` parameter at the provider. */
    stateHash: bytea('state_hash'),
    /** SHA-256 of the cookie that binds the attempt to a browser. */
    cookieHash: bytea('cookie_hash'),
    /** Nonce, PKCE verifier, or the channel's token: sealed, and deleted after use. */
    sealedSecrets: bytea('sealed_secrets'),
    secretsKekId: text('secrets_kek_id'),
    /** Proven login method: sealed, and deleted after its redemption. */
    sealedIdentity: bytea('sealed_identity'),
    identityKekId: text('identity_kek_id'),
    /** SHA-256 of the token of the return. Only for `redirect`. */
    resultHash: bytea('result_hash'),
    /** Code of the failure. */
    failure: text(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('social_attempts_state').on(table.stateHash),
    index('social_attempts_key').on(table.jkt),
    index('social_attempts_expiry').on(table.expiresAt),
  ],
)
