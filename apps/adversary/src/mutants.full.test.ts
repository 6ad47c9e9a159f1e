import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { runAttacks } from './runs/runAttacks.ts'
import type { Tamper, World } from './world/startWorld.ts'

/** A disabled defense, the attacker who finds it, and the gain. */
type Mutant = { title: string; attacker: string; gain: string; tamper: Tamper }

/** Maximum runs of all attackers together until the first gain. */
const most = 1_500

/** Marks every login as unlocked and in use now. */
const unlock = async ({ clock, context }: World) => {
  const now = new Date(clock.now()).toISOString()
  await context.database.execute(sql`update sessions set active_at = ${now}, locked_at = null`)
}

/** Marks every login as unlocked, with a fresh step-up of every kind. */
const freshen = async (world: World) => {
  await unlock(world)
  const now = new Date(world.clock.now()).toISOString()
  await world.context.database.execute(sql`update sessions set auth_time = ${now}, amr = 'otp passkey'`)
}

const answer = (body: unknown) => Response.json(body)

const mutants: readonly Mutant[] = [
  {
    title: 'a card in the site’s page may approve everything',
    attacker: 'a script in the site',
    gain: 'signature',
    tamper: async ({ path }, next) => {
      const response = await next()
      if (path !== '/v1/frame/config') return response
      return answer({ ...((await response.json()) as object), cardApprovals: 'everything' })
    },
  },
  {
    title: 'no sensitive action asks for a fresh login',
    attacker: 'a person at a locked browser',
    gain: 'key',
    tamper: async (_, next, world) => {
      await freshen(world)
      return next()
    },
  },
  {
    title: 'the server gives the share to a locked session',
    attacker: 'a person at a locked browser',
    gain: 'signature',
    tamper: async (_, next, world) => {
      await unlock(world)
      return next()
    },
  },
  {
    title: 'the server lets everybody export',
    attacker: 'a person at an open browser',
    gain: 'key',
    tamper: async ({ path }, next) => (path === '/v1/wallet/export' ? answer({}) : next()),
  },
  {
    title: 'the code of a login is told to who asks for it',
    attacker: 'a script in the site',
    gain: 'login',
    tamper: async ({ path, body }, next, world) => {
      const response = await next()
      if (path !== '/v1/auth/email/start' || !response.ok) return response
      const mail = (await world.mailsTo(String(body?.email))).findLast(({ template }) => template === 'loginCode')
      return answer({ ...((await response.json()) as object), code: mail?.contents.code })
    },
  },
  {
    title: 'a new way to recover is not told, and asks for no fresh login',
    attacker: 'a person at a locked browser',
    gain: 'factor',
    tamper: async (_, next, world) => {
      await freshen(world)
      const response = await next()
      await world.context.database.execute(sql`delete from email_outbox where template = 'recoveryAdded'`)
      return response
    },
  },
]

describe('the suite finds a disabled defense', () => {
  test.each(mutants)('$title: $attacker', async ({ attacker, gain, tamper }) => {
    const [count] = await runAttacks({
      names: [attacker],
      runs: most,
      seed: 'mutants',
      tamper,
      wanted: gain,
      planned: 0.9,
    })
    const kinds = count?.gains.flatMap(({ gains }) => gains.map(({ kind }) => kind)) ?? []
    expect(kinds).toContain(gain)
  })
})
