import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './createLog.ts'

const orderId = 'b7c1e0d94f8a4c56a1f3'
const raw = `0x02f8${'ab'.repeat(100)}`

/** As PostgreSQL reports it. */
const cause = Object.assign(new Error(`invalid input syntax for type bigint: "${orderId}"`), {
  ...{ code: '22P02', detail: `Key (id)=(${orderId}) already exists.`, params: [orderId] },
})
const failed = new DrizzleQueryError(
  'insert into "treasury_transactions" values ($1, $2, $3)',
  [orderId, raw, 7],
  cause,
)

function linesOf(log: (logger: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const to = {
    write: (line: string) => {
      text += line
    },
  }
  log(createLog({ config: { log: { level: 'info' } }, to }))
  return text
}

test.each([
  ['as it is', failed],
  ['within another', new Error('An order waits', { cause: failed })],
  ['the database’s own', cause],
])('error: a failed query is logged without its values: %s', (_, error) => {
  const line = linesOf((log) => log.error({ err: error }, 'It failed'))
  expect(line).toContain('invalid input syntax for type bigint')
  expect(line).toContain('describeError.test.ts')
  expect(line).not.toContain(orderId)
  expect(line).not.toContain('abab')
  if (error !== cause) expect(line).toContain('insert into')
})

test('default: other errors are logged unchanged', () => {
  const line = linesOf((log) => log.error(Object.assign(new TypeError('It is no number'), { code: 'x' }), 'Failed'))
  expect(JSON.parse(line).err).toMatchObject({ type: 'TypeError', message: 'It is no number', code: 'x' })
})
