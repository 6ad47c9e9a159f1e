import { type Hex, parseSignature } from 'viem'
import { describe, expect, test } from 'vitest'
import { testProjectId } from '../../testing/testProjectId.ts'
import { deleteMessages } from './nameStore.ts'
import {
  createSigner,
  freshLabel,
  localOne,
  localTwo,
  otherProjectId,
  outcome,
  startNameWorld,
  zone,
} from './testing/startNameWorld.ts'
import { useNameWorld } from './testing/useNameWorld.ts'

const world = useNameWorld()

describe('threat 97: a name that looks like another’s', () => {
  test('threat 97: look-alike letters, in every mixture', async () => {
    await world.register(createSigner(), 'solomon-wilkin')
    for (const label of [
      's0lomon-wilkin',
      'so1omon-wi1kin',
      'solomon-vvilkin',
      'solornon-wilkin',
      '50lomon-wilkin'.replace('5', 's'),
    ]) {
      expect([label, ...outcome(await world.register(createSigner(), label))]).toEqual([label, 409, 'name_confusable'])
    }
    expect(outcome(await world.register(createSigner(), 'solomon-wilkin'))).toEqual([409, 'name_taken'])
    // Letters of other scripts are not allowed in a name. A real homoglyph is not found.
    expect(outcome(await world.register(createSigner(), 'sоlomon-wilkin'))).toEqual([400, 'name_invalid'])
    expect((await world.read(encodeURIComponent(`sоlomon-wilkin.${zone}`))).status).toBe(404)
    const labels = ['solomon-wilkin', 's0lomon-wilkin', 'solomon', 'bob', 'admin', 'Upper']
    expect([...(await world.registry.unavailable({ labels }))].sort()).toEqual(
      labels.filter((label) => label !== 'solomon').sort(),
    )
  })

  test('threat 97: names that imitate the operator, and their look-alikes', async () => {
    const strict = await startNameWorld({
      names: { reserved: ['acme'], blocked: ['darn'] },
      devnet: world.devnet,
      connection: world.context.connection,
    })
    const labels = [
      'admin',
      'adrnin',
      'support',
      'supp0rt',
      'latchkey',
      '1atchkey',
      'latchkey-support',
      'my-support',
      'a-dmin',
      'off1cial'.replace('1', 'i'),
    ]
    const own = ['acme', 'acrne', 'darn-it', 'dam-it', 'not-d-a-r-n', 'wallet', 'wa11et', 'log-in']
    try {
      for (const label of [...labels, ...own]) {
        expect([label, ...outcome(await strict.register(createSigner(), label))]).toEqual([label, 403, 'name_reserved'])
      }
      expect((await strict.register(createSigner(), 'supporters')).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })

  test('threat 97: one of many concurrent callers gets a name, and one of several look-alikes is registered', async () => {
    const label = freshLabel()
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.register(createSigner(), label)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set(['name_taken']),
    )
    const alike = await Promise.all(
      ['hello-mowgli', 'he11o-mowgli', 'hell0-mowgli', 'hello-rnowgli', 'hello-movvgli'].map((one) =>
        world.register(createSigner(), one),
      ),
    )
    expect(alike.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(new Set(alike.flatMap(({ json }) => json.code ?? []))).toEqual(new Set(['name_confusable']))
  })
})

describe('threat 98: a signature is replayed, used elsewhere, too late or for another purpose', () => {
  test('threat 98: each message counts once, for every endpoint and project', async () => {
    const signer = createSigner()
    const name = `${freshLabel()}.${zone}`
    const body = await world.registration(signer, name, { attributes: { location: 'a' } })
    const twice = await Promise.all([1, 2, 3].map(() => world.post('', body)))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const reply of [
      await world.post('', body),
      await world.post('', body, { projectId: otherProjectId }),
      await world.post(`/${name}/attributes`, body),
      await world.post('', { ...body, coin_type: localOne }),
      // The other valid form of the same signature.
      await world.post('', { ...body, signature: flip(body.signature) }),
    ]) {
      expect(outcome(reply)).toEqual([409, 'name_message_used'])
    }
    const change = await world.registration(signer, name, {
      attributes: { location: 'b' },
      timestamp: world.seconds() + 1,
    })
    expect((await world.post(`/${name}/attributes`, change)).json.attributes).toEqual({ location: 'b' })
    expect(outcome(await world.post(`/${name}/attributes`, change))).toEqual([409, 'name_message_used'])
    expect((await world.read(name)).json.attributes).toEqual({ location: 'b' })
  })

  test('threat 98: a refused change uses up no message', async () => {
    const { name } = await world.owner()
    const signer = createSigner()
    const taken = await world.registration(signer, name)
    expect(outcome(await world.post('', taken))).toEqual([409, 'name_taken'])
    expect(outcome(await world.post('', taken))).toEqual([409, 'name_taken'])
    const { rows } = await world.context.database.execute(
      `select count(*)::int as used from name_messages where signer = '\\x${signer.address.slice(2)}'`,
    )
    expect(rows).toEqual([{ used: 0 }])
  })

  test('threat 98: too early and too late', async () => {
    const signer = createSigner()
    for (const offset of [-61, 61, -86_400, world.seconds() * 999]) {
      const body = await world.registration(signer, `${freshLabel()}.${zone}`, { timestamp: world.seconds() + offset })
      const reply = await world.post('', body)
      expect([offset, ...outcome(reply)]).toEqual([offset, 400, 'name_message_expired'])
      if (offset > 0) expect(reply.json.reasons?.[0]?.description).toContain('clock')
    }
    for (const offset of [-60, 60]) {
      const body = await world.registration(createSigner(), `${freshLabel()}.${zone}`, {
        timestamp: world.seconds() + offset,
      })
      expect((await world.post('', body)).status).toBe(200)
    }
  })

  test('threat 98: a contract’s signature under another coin type', async () => {
    for (const isDeployed of [true, false]) {
      const signer = await world.smartAccount({ isDeployed })
      const body = await world.registration(signer, `${freshLabel()}.${zone}`, { coinType: localOne })
      expect(outcome(await world.post('', { ...body, coin_type: localTwo }))).toEqual([401, 'signature_invalid'])
      for (const coin_type of [60, 2147483649])
        expect(outcome(await world.post('', { ...body, coin_type }))).toEqual([401, 'signature_invalid'])
      const elsewhere = { ...body, coin_type: 0x80000000 + 10 }
      expect(outcome(await world.post('', elsewhere))).toEqual([400, 'unsupported_chain'])
      expect(outcome(await world.post('', { ...body, address: signer.owner.address }))).toEqual([
        401,
        'signature_invalid',
      ])
      expect((await world.post('', body)).status).toBe(200)
    }
  })

  test('threat 98: for another name, account, coin type or purpose', async () => {
    const { signer, name } = await world.owner()
    const other = await world.owner()
    const texts = await world.registration(signer, name, { timestamp: world.seconds() + 1 })
    expect(outcome(await world.post(`/${other.name}/attributes`, texts))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(`/${other.name}/address`, texts))).toEqual([400, 'name_message_invalid'])
    const foreign = await world.registration(signer, other.name)
    expect(outcome(await world.post(`/${other.name}/attributes`, foreign))).toEqual([403, 'name_not_owned'])
    const borrowed = { ...foreign, address: other.signer.address, coin_type: localOne }
    expect(outcome(await world.post(`/${other.name}/attributes`, borrowed))).toEqual([401, 'signature_invalid'])
    const change = await world.addressChange(signer, name, { coinType: localTwo })
    const path = `/${name}/address`
    expect(outcome(await world.post(path, { ...change, coin_type: localOne }))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(path, { ...change, address: other.signer.address }))).toEqual([
      400,
      'name_message_mismatch',
    ])
    expect(outcome(await world.post(`/${other.name}/address`, change))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(`/${name}/attributes`, change))).toEqual([400, 'name_message_invalid'])
    expect(outcome(await world.post('', change))).toEqual([400, 'name_message_invalid'])
    expect((await world.post(path, change)).status).toBe(200)
    expect(outcome(await world.post(path, change))).toEqual([409, 'name_message_used'])
  })

  test('threat 98: used messages are deleted only after they have expired', async () => {
    const { signer } = await world.owner()
    const count = async () => {
      const { rows } = await world.context.database.execute(
        `select count(*)::int as used from name_messages where signer = '\\x${signer.address.slice(2)}'`,
      )
      return (rows[0] as { used: number }).used
    }

    const sweep = () => deleteMessages(world.context.database, { before: new Date(world.seconds() * 1000) })
    world.pass(600)
    await sweep()
    expect(await count()).toBe(1)
    world.pass(61)
    await sweep()
    expect(await count()).toBe(0)
  })
})
describe('threat 99: one visitor registers many names', () => {
  test('threat 99: an account that registers many names at once gets one', async () => {
    const signer = createSigner()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => world.register(signer, freshLabel())))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ json }) => json.code === 'name_limit')).toHaveLength(4)
    // It can also receive as many transfers: none.
    const givers = await Promise.all([1, 2, 3].map(() => world.owner()))
    const given = await Promise.all(
      givers.map(async ({ signer: giver, name }) =>
        world.post(`/${name}/address`, await world.addressChange(signer, name, { owner: giver })),
      ),
    )
    expect(given.map(({ json }) => json.code)).toEqual(['name_limit', 'name_limit', 'name_limit'])
    // An account without a name receives several at once, and gets one.
    const heir = createSigner()
    const gifts = await Promise.all(
      givers.map(({ signer: giver, name }) => world.addressChange(heir, name, { owner: giver })),
    )
    const taken = await Promise.all(gifts.map((gift, index) => world.post(`/${givers[index]?.name}/address`, gift)))
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await world.registry.list({ address: heir.address })).length).toBe(1)
  })

  test('threat 99: with a project and without one at once, one account gets one name', async () => {
    const signer = createSigner()
    const places = [testProjectId, undefined, testProjectId, undefined]
    const replies = await Promise.all(places.map((projectId) => world.register(signer, freshLabel(), { projectId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('threat 99: limits by IP address, per hour and per day, without counting refusals', async () => {
    const strict = await startNameWorld({
      names: { limits: { registrationsPerHour: 3, registrationsPerDay: 5, changesPerHour: 2 } },
      devnet: world.devnet,
      connection: world.context.connection,
    })
    try {
      // Start of a day, far from its end.
      strict.pass(86_400 - (strict.seconds() % 86_400))
      const register = (label = freshLabel(), ip = '203.0.113.7') => strict.register(createSigner(), label, { ip })
      const taken = freshLabel()
      expect((await register(taken)).status).toBe(200)
      for (let refused = 0; refused < 4; refused++) expect(outcome(await register(taken))).toEqual([409, 'name_taken'])
      const many = await Promise.all([1, 2, 3, 4, 5].map(() => register()))
      expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
      strict.pass(1_000)
      const refused = await register()
      expect(outcome(refused)).toEqual([429, 'rate_limited'])
      expect(refused.headers.get('retry-after')).toBe('2600')
      expect((await register(freshLabel(), '203.0.113.8')).status).toBe(200)
      strict.pass(2_600)
      expect([(await register()).status, (await register()).status, (await register()).status]).toEqual([200, 200, 429])
      expect((await register()).headers.get('retry-after')).toBe(String(86_400 - 3_600))

      const signer = createSigner()
      const { json } = await strict.register(signer, freshLabel(), { ip: '203.0.113.9' })
      const change = async (location: string) =>
        strict.post(
          `/${json.name}/attributes`,
          await strict.registration(signer, json.name, { attributes: { location } }),
          {
            ip: '203.0.113.9',
          },
        )
      expect([(await change('1')).status, (await change('2')).status, (await change('3')).status]).toEqual([
        200, 200, 429,
      ])
      expect((await strict.get(`/v1/profile/account/${json.name}`)).json.attributes).toEqual({ location: '2' })
      // The server limits calls to chains for a caller who sends only wrong signatures.
      const guess = async () => {
        const body = await strict.registration({ ...createSigner(), sign: signer.sign }, `${freshLabel()}.${zone}`, {
          coinType: localOne,
        })
        return (await strict.post('', body, { ip: '203.0.113.10' })).status
      }
      const guesses: number[] = []
      for (let made = 0; made < 9; made++) guesses.push(await guess())
      expect(guesses).toEqual([...Array(7).fill(401), 429, 429])
    } finally {
      await strict.stop()
    }
  })
})

/** Returns the second valid signature of the same key and text (with the other s). */
function flip(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { r, s, yParity } = parseSignature(signature)
  return `${r}${(order - BigInt(s)).toString(16).padStart(64, '0')}${yParity === 0 ? '1c' : '1b'}` as Hex
}
