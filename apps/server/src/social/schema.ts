import { socialProviders } from '@latchkey/protocol'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/**
 * A login, a link or a step-up with a provider, from the click to the session. `open`: nothing was asked of the provider yet; `begun`: the
 * visitor is there; `returned`: they came back, and the provider is asked who they are; `done` or `failed`: how it ended; `redeemed`: whoever
 * began it has the end.
 */
export const socialAttempts = pgTable(
  'social_attempts',
  {
    id: uuid().primaryKey(),
    provider: text({ enum: socialProviders }).notNull(),
    purpose: text({ enum: ['login', 'link', 'stepUp'] }).notNull(),
    /** `popup`: a window that the page opened; `redirect`: the page itself went; `channel`: no window, an app answers elsewhere. */
    mode: text({ enum: ['popup', 'redirect', 'channel'] }).notNull(),
    state: text({ enum: ['open', 'begun', 'returned', 'done', 'failed', 'redeemed'] }).notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    /** JWK thumbprint of the device that began: it alone gets the end. */
    jkt: text().notNull(),
    deviceName: text('device_name').notNull(),
    /** Links and step-ups only. */
    userId: uuid('user_id'),
    deviceId: uuid('device_id'),
    sessionId: uuid('session_id'),
    language: text().notNull(),
    /** Where the page itself comes back to; `redirect` only, and forgotten once it did. */
    returnUrl: text('return_url'),
    /** SHA-256 of what the wallet's own page hands to the window; null without a window. */
    handshakeHash: bytea('handshake_hash'),
    /** SHA-256 of the cookie of the browser that began; null without a window. */
    startHash: bytea('start_hash'),
    /** HMAC of the two digits. */
    numberHash: bytea('number_hash'),
    numberTries: integer('number_tries').notNull().default(0),
    /** The window can reach no page of the wallet: the number takes the place of the handshake. */
    isDetached: boolean('is_detached').notNull().default(false),
    /** The provider was made to ask the visitor. */
    isAsked: boolean('is_asked').notNull().default(false),
    /** SHA-256 of the `state` at the provider. */
    stateHash: bytea('state_hash'),
    /** SHA-256 of the cookie that binds the attempt to a browser. */
    cookieHash: bytea('cookie_hash'),
    /** Nonce, PKCE verifier, the channel's token: sealed, and forgotten once they were used. */
    sealedSecrets: bytea('sealed_secrets'),
    secretsKekId: text('secrets_kek_id'),
    /** Who was proven: sealed, and forgotten once it was redeemed. */
    sealedIdentity: bytea('sealed_identity'),
    identityKekId: text('identity_kek_id'),
    /** SHA-256 of what came back with the visitor; `redirect` only. */
    resultHash: bytea('result_hash'),
    /** Why it failed, as a code. */
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
