import { startStepUp, verifyEmailCode } from '@latchkey/protocol/wallet'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull, runs } from '../../../../scripts/lib/fuzz.mjs'
import { testProjectId } from '../testing/testProjectId.ts'
import { countedMailbox } from './countedMailbox.ts'
import { authCounters } from './schema.ts'
import { createTestLogin } from './testing/createTestLogin.ts'
import { readWork, solveWork, wrongNonce } from './testing/solveWork.ts'

const askedMails = runs({ fast: 120, full: 1_000 })
/** After six of them, the work has risen once. */
const paidMails = runs({ fast: 6, full: 30 })
/** One email may need a single try by chance. The mean of this many practically never falls below this value. */
const leastTries = runs({ fast: 7, full: 30 })

let login: Awaited<ReturnType<typeof createTestLogin>>
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  login = await createTestLogin({ log })
})
afterAll(() => login.stop())

/** Sets a count of recent events. */
async function setCount(key: string, count: number) {
  const window = Math.floor(login.context.clock.now() / 1000) - 10
  const digest = Buffer.from(login.sealer.mac({ purpose: 'counter', data: key })).toString('base64url')
  await login.context.database
    .insert(authCounters)
    .values({ key: digest, window, count, expiresAt: new Date((window + 3600) * 1000) })
}

const readMetrics = () => login.context.metrics.metrics()

test('behavior: threat 170: a mailbox counts as one, in every notation before the @', () => {
  const counted = (email: string) => countedMailbox(email)
  expect(counted(' Ada.Love+shop@GoogleMail.com')).toBe('adalove@gmail.com')
  expect(counted('a.d.a@gmail.com')).toBe(counted('ada+1+2@gmail.com'))
  expect(counted('a_d-a.x@pm.me')).toBe('adax@proton.me')
  // A dot matters at other providers, and a mere sub-address stays unchanged.
  expect(counted('a.b@example.com')).toBe('a.b@example.com')
  expect(counted('a.b+c@example.com')).toBe('a.b@example.com')
  expect(counted('+tag@example.com')).toBe('+tag@example.com')
  expect(counted('...@gmail.com')).toBe('...@gmail.com')
})

test('finding F6: threat 170: sub-addresses and dots of one mailbox share its ten emails a day', async () => {
  const before = login.mails.length
  for (let index = 0; index < 40; index += 1) {
    const local = index % 2 === 0 ? `ma.lory+${index}` : `m.a.l.o.r.y${'+x'.repeat(index)}`
    const domain = index % 3 === 0 ? 'googlemail.com' : 'gmail.com'
    await login.start(await login.device(), `${local}@${domain}`)
    login.pass(40)
  }
  // Forty of them in half an hour, and forty more within a day.
  const inHour = login.mails.length - before
  for (let index = 0; index < 40; index += 1) {
    login.pass(2_000)
    await login.start(await login.device(), `mal.ory+${index}@gmail.com`)
  }
  console.log(
    `80 mails asked for to one mailbox under 80 names: ${inHour} in half an hour, ${login.mails.length - before} in a day`,
  )
  expect(inHour).toBe(5)
  expect(login.mails.length - before).toBe(10)
  // They are still different users.
  login.pass(90_000)
  const [one, other] = [await login.device(), await login.device()]
  const first = await login.login(one, 'two.people@gmail.com')
  login.pass(30)
  const second = await login.login(other, 'twopeople@gmail.com')
  expect(first.userId).not.toBe(second.userId)
})

describe.sequential('hundreds of emails from one /48', () => {
  let known: Awaited<ReturnType<typeof login.device>>
  let attacker: Awaited<ReturnType<typeof login.device>> | undefined

  test('finding F6: threat 171: another visitor still logs in, and a known account confirms an action', async () => {
    login.pass(90_000)
    known = await login.device({ ip: '2001:db8:aaaa:7::9' })
    await login.login(known, 'owner@example.com')
    const before = login.mails.length
    let asked = 0
    for (let index = 0; index < askedMails; index += 1) {
      const device = index % 10 === 0 ? undefined : attacker
      attacker = device ?? (await login.device({ ip: `2001:db8:aaaa:${(index % 50) + 256}::1` }))
      const { code } = await login.start(attacker, `victim-${index}@example.com`)
      if (code === 'work_required') asked += 1
    }
    const sent = login.mails.length - before
    console.log(`${askedMails} mails asked for from 50 /64 of one /48: ${sent} sent, ${asked} times work was asked for`)
    expect(sent).toBeLessThanOrEqual(30)
    expect(asked).toBeGreaterThan(askedMails * 0.4)

    // Other networks need no work. The same /48 needs work, but is not refused.
    const visitor = await login.device({ ip: '198.51.100.4' })
    await login.login(visitor, 'visitor@example.com')
    const neighbour = await login.device({ ip: '2001:db8:aaaa:9999::1' })
    const refusal = await login.start(neighbour, 'neighbour@example.com')
    const { solution: work } = solveWork(readWork(refusal))
    const started = await login.start(neighbour, 'neighbour@example.com', { work })
    expect(started.status).toBe(200)
    const { code } = login.mailTo('neighbour@example.com', 'loginCode')
    const body = { attemptId: started.body.attemptId, otp: code }
    expect((await neighbour.call(verifyEmailCode, { body })).status).toBe(200)

    login.pass(30)
    expect(await known.call(startStepUp)).toMatchObject({ status: 200, body: { method: 'code' } })
    expect(login.mailTo('owner@example.com', 'stepUpCode').code).toMatch(/^\d{6}$/)
  })

  test('finding F6: threat 172: a caller who does the work meets rising work, then a refusal, and pays for each email', async () => {
    const before = login.mails.length
    let tries = 0
    const bits: number[] = []
    // The work doubles at sixty emails of the network, shortly before the last of these.
    await setCount('mail-network:2001:db8:aaaa::/48', 62 - 30 - paidMails)
    login.pass(1)
    for (let index = 0; index < paidMails; index += 1) {
      const device = await login.device({ ip: `2001:db8:aaaa:${index + 512}::1` })
      const challenge = readWork(await login.start(device, `paid-${index}@example.com`))
      const solved = solveWork(challenge)
      tries += solved.tries
      bits.push(challenge.bits)
      const { status } = await login.start(device, `paid-${index}@example.com`, { work: solved.solution })
      expect(status).toBe(200)
    }
    const paid = login.mails.length - before
    console.log(
      `${paid} mails for work: ${(tries / paid).toFixed(0)} tries of scrypt (1 MiB each) a mail, ${bits[0]} to ${bits.at(-1)} bits`,
    )
    expect(bits[0]).toBe(6)
    expect(bits.at(-1)).toBe(7)
    expect(tries / paid).toBeGreaterThan(leastTries)
    await setCount('mail-network:2001:db8:aaaa::/48', 100)
    const device = await login.device({ ip: '2001:db8:aaaa:777::1' })
    expect((await login.start(device, 'walled@example.com')).code).toBe('rate_limited')
    login.pass(30)
    expect(await known.call(startStepUp)).toMatchObject({ status: 200 })
  })

  test('finding F6: threat 171: no restart, new key or new hour resets the counts', async () => {
    const again = await createTestLogin({ connection: login.context.connection, startAt: login.context.clock.now() })
    const device = await again.device({ ip: '2001:db8:aaaa:778::1' })
    expect((await again.start(device, 'reset@example.com')).code).toBe('rate_limited')
    await again.stop()
    // After half an hour all of them still count.
    login.pass(1_800)
    expect((await login.start(await login.device({ ip: '2001:db8:aaaa:779::1' }), 'reset@example.com')).code).toBe(
      'rate_limited',
    )
  })
})

test('finding F6: threat 171: a project’s limit: work from half on, a refusal for strangers, a fifth for known accounts', async () => {
  login.pass(90_000)
  const known = await login.device()
  await login.login(known, 'regular@example.com')
  const budget = `mail-project:${testProjectId}`
  const bitsAt: Record<number, number> = {}
  // Work is accepted up to the limit. The work at its end would take a thousand tries.
  const paidAt = runs({ fast: 500, full: 798 })
  let counted = 1
  for (const count of [402, 500, 600, 700, 798]) {
    await setCount(budget, count - counted)
    login.pass(1)
    counted = count
    const someone = await login.device()
    const challenge = readWork(await login.start(someone, `someone-${count}@example.com`))
    bitsAt[count] = challenge.bits
    if (count !== paidAt) continue
    const { solution: work } = solveWork(challenge)
    expect((await login.start(someone, `someone-${count}@example.com`, { work })).status).toBe(200)
    counted += 1
  }
  expect(bitsAt).toEqual({ 402: 6, 500: 7, 600: 8, 700: 9, 798: 10 })
  login.pass(1)
  await setCount(budget, 10)
  expect((await login.start(await login.device(), 'after@example.com')).code).toBe('rate_limited')
  // The owner of an account needs no work on a known device or with a login.
  login.pass(30)
  expect(await known.call(startStepUp)).toMatchObject({ status: 200 })
  login.pass(30)
  expect((await login.start(known, 'regular@example.com')).status).toBe(200)
  expect(await readMetrics()).toMatch(new RegExp(`latchkey_mail_budget_used\\{project="${testProjectId}"\\} 0\\.8`))
  expect(lines.join()).toContain('A project has used 50 percent of its hourly email limit')
  expect(lines.join()).toContain('A project has used 80 percent of its hourly email limit')
  expect(lines.join()).not.toContain('example.com')
})

test('finding F6: threat 170: using up the emails of an address leaves its owner some', async () => {
  login.pass(90_000)
  const owner = await login.device()
  await login.login(owner, 'harassed@example.com')
  for (let index = 0; index < 30; index += 1) {
    login.pass(2_400)
    await login.start(await login.device(), 'harassed@example.com')
  }
  // The day's emails are used up for strangers, but not for the earlier device.
  const stranger = await login.device()
  login.pass(30)
  expect((await login.start(stranger, 'harassed@example.com')).code).toBe('email_cooldown')
  expect((await login.start(owner, 'harassed@example.com')).status).toBe(200)
})

test('behavior: threat 172: a solution is valid once, for the same mailbox, key, project and network, and for two minutes', async () => {
  login.pass(90_000)
  const ip = '203.0.113.20'
  for (let index = 0; index < 10; index += 1) await login.start(await login.device({ ip }), `fill-${index}@example.com`)
  const device = await login.device({ ip })
  const challenge = readWork(await login.start(device, 'one@example.com'))
  const { solution: work } = solveWork(challenge)
  const ask = async (from: typeof device, email: string, given = work) =>
    (await login.start(from, email, { work: given })).code

  expect(await ask(device, 'two@example.com')).toBe('work_required')
  expect(await ask(await login.device({ ip }), 'one@example.com')).toBe('work_required')
  expect(await ask(device, 'one@example.com', { ...work, challenge: `${work.challenge}x` })).toBe('work_required')
  const [id, , expires, mac] = work.challenge.split('.')
  expect(await ask(device, 'one@example.com', { ...work, challenge: `${id}.1.${expires}.${mac}` })).toBe(
    'work_required',
  )
  // Two concurrent requests, one email.
  const both = await Promise.all([ask(device, 'one@example.com'), ask(device, 'one@example.com')])
  expect(both.filter((code) => code === undefined)).toHaveLength(1)
  login.pass(30)
  expect(await ask(device, 'one@example.com')).toBe('work_required')

  // A wrong answer ends its challenge.
  const second = readWork(await login.start(device, 'three@example.com'))
  const right = solveWork(second).solution
  expect(await ask(device, 'three@example.com', { ...right, nonce: wrongNonce(second) })).toBe('work_required')
  expect(await ask(device, 'three@example.com', right)).toBe('work_required')
  expect(await readMetrics()).toMatch(/latchkey_mail_work_total\{outcome="wrong"\} 1/)

  const third = solveWork(readWork(await login.start(device, 'four@example.com'))).solution
  login.pass(121)
  expect(await ask(device, 'four@example.com', third)).toBe('work_required')
})

test('behavior: threat 172: many people behind one IPv4 network are admitted with work, up to two hundred an hour', async () => {
  login.pass(90_000)
  // To do the work of the last fifty takes five hundred tries.
  const [before, bits] = isFull ? [150, 9] : [30, 7]
  await setCount('mail-network:100.64.7.0/24', before)
  const person = await login.device({ ip: '100.64.7.9' })
  const challenge = readWork(await login.start(person, 'person@example.com'))
  expect(challenge.bits).toBe(bits)
  expect((await login.start(person, 'person@example.com', { work: solveWork(challenge).solution })).status).toBe(200)
  login.pass(1)
  await setCount('mail-network:100.64.7.0/24', 210 - before)
  expect((await login.start(await login.device({ ip: '100.64.7.10' }), 'next@example.com')).code).toBe('rate_limited')
})
