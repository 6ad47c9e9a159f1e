import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type {
  finishPasskeyLogin,
  finishPasskeyRegistration,
  finishPasskeyStepUp,
  startPasskeyLogin,
  startPasskeyRegistration,
} from '@latchkey/protocol/wallet'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { eq, sql } from 'drizzle-orm'
import { admitDevice } from '../auth/admitDevice.ts'
import { hasPasskey } from '../auth/hasPasskey.ts'
import { lockUser } from '../auth/lockUser.ts'
import { readUserLabel } from '../auth/readUserLabel.ts'
import { freshSeconds } from '../auth/requireStepUp.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { sessions as openSessions, passkeys, users } from '../auth/schema.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { challengeLifetime, challengeOf, keepChallenge, makeNonce, takeChallenge } from './challengeStore.ts'
import type { PasskeyPorts } from './PasskeyPorts.ts'
import { prfSalt } from './prfSalt.ts'
import { readRegistration } from './readPasskeyResponse.ts'
import { readWalletOrigin, requireKnownTop } from './relyingParty.ts'
import { verifyPasskey } from './verifyPasskey.ts'

/** COSE algorithms: ES256 and RS256. Every platform supports one of them. */
const algorithms = [-7, -257]

/** `result` of PRF at the constant salt. WebAuthn level 3 defines the extension; the library's types do not have it yet. */
const extensions = { prf: { eval: { first: prfSalt } } } as Record<string, unknown>

type Started = EndpointResponse<typeof startPasskeyRegistration>

/** Passkeys for login and step-up. The results of their PRF never reach the server. */
export type PasskeyService = {
  startRegistration: (session: WalletSession) => Promise<Started>
  finishRegistration: (
    session: WalletSession,
    body: EndpointInput<typeof finishPasskeyRegistration>['body'],
  ) => Promise<EndpointResponse<typeof finishPasskeyRegistration>>
  startLogin: (options: EndpointInput<typeof startPasskeyLogin>['body'] & { jkt: string }) => Promise<Started>
  finishLogin: (
    options: EndpointInput<typeof finishPasskeyLogin>['body'] & { jkt: string; device: string; language: string },
  ) => Promise<EndpointResponse<typeof finishPasskeyLogin>>
  startStepUp: (session: WalletSession) => Promise<Started>
  finishStepUp: (
    session: WalletSession,
    body: EndpointInput<typeof finishPasskeyStepUp>['body'],
  ) => Promise<EndpointResponse<typeof finishPasskeyStepUp>>
}

/** Creates the service of passkeys. The relying party is the wallet's host. */
export function createPasskeyService(ports: PasskeyPorts): PasskeyService {
  const { context, audit, counters, sessions, projects, sealer } = ports
  const { config, database, clock } = context
  const { rpID, origin } = readWalletOrigin(config)
  const now = () => clock.now()
  const credentialsOf = async (userId: string) => {
    const rows = await database.select().from(passkeys).where(eq(passkeys.userId, userId))
    return rows.map(({ credentialId, transports }) => ({
      id: credentialId,
      ...(transports === '' ? {} : { transports: transports.split(',') }),
    }))
  }
  const toJson = (options: object) => options as Record<string, unknown>

  return {
    startRegistration: async (session) => {
      const { userId, deviceId, sessionId, jkt, projectId, hostOrigin } = session
      // A passkey of a mailbox thief would lock the owner out of everything that requires a passkey.
      await requireEnrolled({ db: database, session })
      await counters.consume([{ key: `passkey-register:${deviceId}`, limit: 20, window: 60 * 60 }])
      const excludeCredentials = await credentialsOf(userId)
      // Even for the first one: otherwise, a person at an unattended browser could add a passkey, then log in and step up with it.
      await requireStepUpOf({ db: database, session, clock })
      const project = projects.check({ projectId, origin: hostOrigin })
      const name = (await readUserLabel(database, { userId, sealer })) ?? project.name
      const nonce = makeNonce()
      const options = await generateRegistrationOptions({
        rpID,
        challenge: challengeOf({ purpose: 'register', nonce }),
        rpName: project.name,
        userName: name,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        timeout: challengeLifetime,
        attestationType: 'none',
        excludeCredentials,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
        extensions,
      })
      const challengeId = await keepChallenge(database, {
        purpose: 'register',
        nonce,
        jkt,
        projectId,
        hostOrigin,
        sessionId,
        now: now(),
      })
      return { challengeId, nonce, options: toJson(options) }
    },

    finishRegistration: async (session, { challengeId, response: given, prfEnabled }) => {
      const { userId, deviceId, sessionId, jkt } = session
      const challenge = await takeChallenge(database, {
        id: challengeId,
        purpose: 'register',
        jkt,
        sessionId,
        now: now(),
      })
      if (!challenge) throw new ServiceError('passkey_refused', { message: 'That took too long. Try again' })
      const response = readRegistration(given)
      requireKnownTop({ clientDataJSON: response.response.clientDataJSON, challenge, projects })
      const info = await verifyRegistrationResponse({
        response,
        expectedChallenge: Buffer.from(challengeOf(challenge)).toString('base64url'),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).then(
        ({ registrationInfo }) => registrationInfo,
        (error: unknown) => {
          throw new ServiceError('passkey_refused', { cause: error })
        },
      )
      if (!info) throw new ServiceError('passkey_refused')
      const { credential, credentialDeviceType, credentialBackedUp } = info
      await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        await requireEnrolled({ db: tx, session })
        // The registration started without a passkey. If one was added meanwhile, it must confirm first.
        if ((await hasPasskey(tx, userId)) && !session.amr.includes('passkey'))
          throw new ServiceError('passkey_refused')
        const [user] = await tx.select({ scope: users.scope }).from(users).where(eq(users.id, userId))
        const added = await tx
          .insert(passkeys)
          .values({
            credentialId: credential.id,
            userId,
            scope: user?.scope ?? '',
            publicKey: credential.publicKey,
            counter: credential.counter,
            backupEligible: credentialDeviceType === 'multiDevice',
            backedUp: credentialBackedUp,
            prfEnabled,
            transports: (response.response.transports ?? []).join(','),
            createdAt: new Date(now()),
          })
          .onConflictDoNothing()
          .returning({ id: passkeys.credentialId })
        if (added.length === 0)
          throw new ServiceError('passkey_refused', { message: 'This passkey is already registered' })
        // The visitor has just used it, so later requests need not ask for it. The time of the last proof of identity does not change.
        await tx
          .update(openSessions)
          .set({ amr: sql`${openSessions.amr} || ' passkey'` })
          .where(eq(openSessions.id, sessionId))
        await audit.record(tx, { event: 'passkey.added', userId, deviceId, data: { synced: credentialBackedUp } })
      })
      await sessions.announce([sessionId])
      return { credentialId: credential.id }
    },

    startLogin: async ({ projectId, hostOrigin, jkt }) => {
      projects.check({ projectId, origin: hostOrigin })
      await counters.consume([{ key: `passkey-start:${jkt}`, limit: 60, window: 60 * 60 }])
      const nonce = makeNonce()
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: challengeOf({ purpose: 'login', nonce }),
        timeout: challengeLifetime,
        userVerification: 'required',
        extensions,
      })
      const challengeId = await keepChallenge(database, {
        purpose: 'login',
        nonce,
        jkt,
        projectId,
        hostOrigin,
        sessionId: null,
        now: now(),
      })
      return { challengeId, nonce, options: toJson(options) }
    },

    finishLogin: async ({ challengeId, response, jkt, device, language }) => {
      const challenge = await takeChallenge(database, {
        id: challengeId,
        purpose: 'login',
        jkt,
        sessionId: null,
        now: now(),
      })
      if (!challenge) throw new ServiceError('passkey_refused', { message: 'That took too long. Try again' })
      const { projectId, hostOrigin } = challenge
      const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
      const { userId } = await verifyPasskey(ports, { response, challenge, accepts: (row) => row.scope === scope })
      return database.transaction(async (tx) => {
        const login = { projectId, hostOrigin, jkt, deviceName: device, language }
        const deviceId = await admitDevice(ports, tx, { userId, isNewUser: false, login, methods: ['passkey'] })
        return sessions.issue(tx, {
          userId,
          deviceId,
          identityId: null,
          projectId,
          hostOrigin,
          jkt,
          methods: ['passkey'],
        })
      })
    },

    startStepUp: async ({ userId, sessionId, jkt, projectId, hostOrigin }) => {
      const allowCredentials = await credentialsOf(userId)
      if (allowCredentials.length === 0) throw new ServiceError('passkey_unknown')
      await counters.consume([{ key: `passkey-start:${jkt}`, limit: 60, window: 60 * 60 }])
      const nonce = makeNonce()
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: challengeOf({ purpose: 'step-up', nonce }),
        allowCredentials,
        timeout: challengeLifetime,
        userVerification: 'required',
        extensions,
      })
      const challengeId = await keepChallenge(database, {
        purpose: 'step-up',
        nonce,
        jkt,
        projectId,
        hostOrigin,
        sessionId,
        now: now(),
      })
      return { challengeId, nonce, options: toJson(options) }
    },

    finishStepUp: async (session, { challengeId, response }) => {
      const { userId, sessionId, jkt } = session
      const challenge = await takeChallenge(database, {
        id: challengeId,
        purpose: 'step-up',
        jkt,
        sessionId,
        now: now(),
      })
      if (!challenge) throw new ServiceError('passkey_refused', { message: 'That took too long. Try again' })
      await verifyPasskey(ports, { response, challenge, accepts: (row) => row.userId === userId })
      const at = await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        return sessions.refreshAuthTime(tx, { sessionId, method: 'passkey' })
      })
      await sessions.announce([sessionId])
      return { freshUntil: new Date(at.getTime() + freshSeconds * 1000).toISOString() }
    },
  }
}
