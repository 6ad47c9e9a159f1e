import type { Factor } from '@latchkey/protocol/wallet'
import { testProjectId } from '../../../wallet/src/testing/createTestFrame.ts'
import { createPasskeyHolder } from '../world/createPasskeyHolder.ts'
import { hostOrigin, walletOrigin } from '../world/startWorld.ts'
import type { Random } from './createRandom.ts'
import type { Scene } from './Move.ts'

/** The parts of a zod schema that are used here. */
type Schema = {
  _zod: {
    def: {
      type: string
      shape?: Record<string, Schema>
      element?: Schema
      innerType?: Schema
      options?: readonly Schema[]
      entries?: Record<string, string>
      values?: readonly unknown[]
      items?: readonly Schema[]
    }
  }
}

/** The attacker's own mailboxes. */
const ownMail = 'thief@evil.example'
const hostile = ['', 'null', '../../etc/passwd', "' or 1=1 --", '__proto__', '\u202e', 'a'.repeat(300), '-1']

/** Draws the body of a request from its schema: by name from the attacker's knowledge, else made up, sometimes nonsense. */
export function drawBody(schema: unknown, scene: Scene, random: Random): unknown {
  return draw(schema as Schema, '', scene, random)
}

function draw(schema: Schema, name: string, scene: Scene, random: Random): unknown {
  const special = byName[name]
  if (special && !random.chance(0.04)) {
    const value = special(scene, random)
    if (value !== undefined) return value
  }
  const { type, shape, element, innerType, options, entries, values, items } = schema._zod.def
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape ?? {}).flatMap(([key, inner]) => {
          const value = draw(inner, key, scene, random)
          return value === undefined ? [] : [[key, value]]
        }),
      )
    case 'optional':
      return innerType && random.chance(0.3) ? draw(innerType, name, scene, random) : undefined
    case 'nullable':
      return innerType && random.chance(0.8) ? draw(innerType, name, scene, random) : null
    case 'array':
      return element ? Array.from({ length: random.below(3) }, () => draw(element, name, scene, random)) : []
    case 'tuple':
      return (items ?? []).map((inner) => draw(inner, name, scene, random))
    case 'union':
      return options ? draw(random.pick(options), name, scene, random) : null
    case 'enum':
      return random.pick(Object.values(entries ?? { none: 'none' }))
    case 'literal':
      return values?.[0]
    case 'boolean':
      return random.chance(0.5)
    case 'number':
    case 'int':
      return random.pick([0, 1, 2, 3, -1, 2 ** 31, 1.5])
    case 'record':
      return {}
    case 'unknown':
    case 'any':
      return random.pick([{}, null, [], 'x', 7])
    default:
      return drawText(name, scene, random)
  }
}

function drawText(name: string, { knowledge }: Scene, random: Random): string {
  const known = knowledge.named(name).filter((value) => typeof value === 'string')
  if (known.length > 0 && random.chance(0.85)) return String(random.chance(0.7) ? known.at(-1) : random.pick(known))
  if (/Id$/.test(name)) {
    const ids = knowledge.named('id').filter((value) => typeof value === 'string')
    if (ids.length > 0 && random.chance(0.8)) return String(random.pick(ids))
    return random.uuid()
  }
  return random.pick([random.bytes(32), ...hostile])
}

/** A factor whose secret the attacker has, as good as possible without the data key. */
function plant(random: Random): Factor {
  return {
    id: random.uuid(),
    kind: random.pick(['backupCode', 'password', 'passkey'] as const),
    pub: random.bytes(32),
    meta: { salt: random.bytes(16), bind: random.bytes(32) },
    mac: random.bytes(32),
    createdAt: new Date(0).toISOString(),
  }
}

/** IDs of factors that the attacker has seen. */
function factorIds({ knowledge }: Scene): string[] {
  const lists = knowledge.named('factors').filter(Array.isArray) as { id: string }[][]
  return [...new Set(lists.flat().map(({ id }) => id))]
}

function drawSealed(scene: Scene, random: Random) {
  const ids = factorIds(scene)
  const planted = random.chance(0.1) ? [random.uuid()] : []
  return [...(random.chance(0.85) ? ids : ids.slice(1)), ...planted].map((factorId) => ({
    factorId,
    enc: random.bytes(32),
    ct: random.bytes(49),
  }))
}

function drawEpoch({ knowledge }: Scene, random: Random): number {
  const known = knowledge.named('epoch').filter((value) => typeof value === 'number') as number[]
  return random.pick([1, 1, (known.at(-1) ?? 0) + 1, 2, 1_000])
}

/** A signature that a visitor was tricked into. */
function drawSignature({ knowledge }: Scene, random: Random): string {
  return knowledge.signatures().length > 0 ? random.pick(knowledge.signatures()) : `0x${'00'.repeat(65)}`
}

/** 64 bytes instead of the control key's signature: a seen proof, those of another signature, or random ones. */
function drawProof(scene: Scene, random: Random): string {
  const seen = scene.knowledge.named('proof').filter((one) => /^[\w-]{86}$/.test(String(one)))
  if (seen.length > 0 && random.chance(0.5)) return String(random.pick(seen))
  if (random.chance(0.2)) return random.bytes(64)
  return Buffer.from(drawSignature(scene, random).slice(2), 'hex').subarray(0, 64).toString('base64url').padEnd(86, 'A')
}

/** An archived data key change that the attacker has seen, or a random ID. */
export function archiveIdIn({ knowledge }: Scene, random: Random): string {
  const lists = knowledge.named('earlier').filter(Array.isArray) as { archiveId: string }[][]
  return lists.flat().length > 0 ? random.pick(lists.flat()).archiveId : random.uuid()
}

/** A move of a login that the attacker has seen, or a random ID. */
export function moveIdIn({ knowledge }: Scene, random: Random): string {
  const seen = knowledge.named('moveId').filter((one) => typeof one === 'string')
  return seen.length > 0 ? String(random.pick(seen)) : random.uuid()
}

/** An answer of the attacker's own authenticator to the newest WebAuthn options. */
function answerPasskey({ knowledge }: Scene): Record<string, unknown> | undefined {
  const options = knowledge.newest('options') as { challenge?: string; user?: { id: string } } | undefined
  if (!options?.challenge) return undefined
  const { register, assert } = ownPasskeys
  return options.user ? register(options) : assert(options)
}

const ownPasskeys = createPasskeyHolder().raw

const byName: Record<string, (scene: Scene, random: Random) => unknown> = {
  projectId: () => testProjectId,
  hostOrigin: (_, random) => (random.chance(0.9) ? hostOrigin : 'https://evil.example'),
  openerOrigin: (_, random) => random.pick([walletOrigin, walletOrigin, hostOrigin, 'https://evil.example']),
  provider: () => 'github',
  email: ({ owner }, random) => {
    const [name, domain] = owner.email.split('@')
    return random.pick([owner.email, owner.email, owner.email.toUpperCase(), `${name}+1@${domain}`, ownMail])
  },
  otp: ({ knowledge }, random) => {
    const codes = knowledge.named('code').filter((code) => /^\d{6}$/.test(String(code)))
    return codes.length > 0 && random.chance(0.85)
      ? (codes.at(-random.pick([1, 1, 2])) ?? codes.at(-1))
      : String(random.below(1_000_000)).padStart(6, '0')
  },
  token: ({ knowledge }, random) =>
    knowledge.tokens().length > 0 ? random.pick(knowledge.tokens()) : random.bytes(32),
  number: ({ knowledge }, random) => {
    const known = [...knowledge.named('matchNumber'), ...knowledge.named('number')].filter(
      (one) => typeof one === 'string',
    )
    return known.length > 0 ? random.pick(known) : String(10 + random.below(90))
  },
  factorId: (scene, random) => (factorIds(scene).length > 0 ? random.pick(factorIds(scene)) : undefined),
  deviceId: ({ knowledge, owner }, random) => {
    const lists = knowledge.named('devices').filter(Array.isArray) as { id: string }[][]
    const ids = [...lists.flat().map(({ id }) => id), ...knowledge.named('deviceId').map(String)]
    return ids.length > 0 ? random.pick(ids) : random.pick([random.uuid(), ...owner.deviceIds])
  },
  identityId: ({ knowledge }, random) => {
    const lists = knowledge.named('identities').filter(Array.isArray) as { id: string }[][]
    return lists.flat().length > 0 ? random.pick(lists.flat()).id : undefined
  },
  vaultVersion: ({ knowledge }, random) =>
    random.chance(0.85)
      ? (knowledge
          .named('vaultVersion')
          .filter((one) => typeof one === 'number')
          .at(-1) ?? 1)
      : random.pick([0, 1, 2, 99]),
  vault: ({ knowledge }, random) =>
    random.chance(0.3) ? (knowledge.newest('vault') ?? random.bytes(200)) : random.bytes(200),
  epoch: drawEpoch,
  share: ({ knowledge }, random) => {
    const known = knowledge.named('share').filter((one) => typeof one === 'string')
    return known.length > 0 && random.chance(0.2) ? random.pick(known) : random.bytes(33)
  },
  sealed: drawSealed,
  device: (scene, random) => ({
    epoch: drawEpoch(scene, random),
    share: random.bytes(33),
    sealed: drawSealed(scene, random),
  }),
  factor: (_, random) => plant(random),
  factors: ({ knowledge }, random) => random.pick([knowledge.newest('factors') ?? [], [], [plant(random)]]),
  accounts: ({ knowledge }, random) => (random.chance(0.5) ? (knowledge.newest('accounts') ?? []) : []),
  proof: drawProof,
  controlKey: (_, random) => random.bytes(32),
  addressProof: drawSignature,
  control: (scene, random) =>
    random.chance(0.5) ? undefined : { controlKey: random.bytes(32), addressProof: drawSignature(scene, random) },
  return: (scene, random) => ({
    version: Number(scene.knowledge.newest('vaultVersion') ?? 1),
    until: Math.floor(scene.world.clock.now() / 1000) + 8 * 24 * 60 * 60,
    proof: drawProof(scene, random),
  }),
  moveId: (scene, random) => moveIdIn(scene, random),
  archiveId: (scene, random) => archiveIdIn(scene, random),
  signature: drawSignature,
  enc: (_, random) => random.bytes(32),
  ct: (_, random) => random.bytes(49),
  pub: (_, random) => random.bytes(32),
  mac: (_, random) => random.bytes(32),
  response: (scene) => answerPasskey(scene),
  kind: () => undefined,
}
