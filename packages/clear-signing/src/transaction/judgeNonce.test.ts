import { describe, expect, test } from 'vitest'
import { calmNode } from '../testing/calmNode.ts'
import { account, describeOffline } from '../testing/requests.ts'

const describeWith = (nonce: string | undefined, read = calmNode) =>
  describeOffline({
    method: 'eth_sendTransaction',
    params: [{ from: account, to: `0x${'22'.repeat(20)}`, value: '0x1', ...(nonce === undefined ? {} : { nonce }) }],
    read,
  })
const nonceFindings = async (...options: Parameters<typeof describeWith>) =>
  (await describeWith(...options)).findings.filter(({ code }) => code === 'nonceGiven')

describe('a nonce from the app', () => {
  test.each(['0x4', '0x6', '0x0'])('default: %s is not the next one', async (nonce) => {
    const values = { nonce: String(Number(nonce)), next: '5' }
    expect(await nonceFindings(nonce)).toStrictEqual([{ level: 'warn', code: 'nonceGiven', values }])
  })

  test('behavior: it replaces a pending one without a warning', async () => {
    const read: typeof calmNode = (request) =>
      request.method === 'eth_getTransactionCount' && request.params[1] === 'latest'
        ? Promise.resolve('0x3')
        : calmNode(request)
    const values = { nonce: '3', next: '5' }
    expect(await nonceFindings('0x3', read)).toStrictEqual([{ level: 'note', code: 'nonceGiven', values }])
    expect((await nonceFindings('0x2', read))[0]?.level).toBe('warn')
    expect((await nonceFindings('0x6', read))[0]?.level).toBe('warn')
  })

  test('behavior: no warning for the next one, or without one', async () => {
    expect(await nonceFindings('0x5')).toStrictEqual([])
    expect(await nonceFindings(undefined)).toStrictEqual([])
  })

  test('error: unknown nonces are not guessed', async () => {
    const read: typeof calmNode = (request) =>
      request.method === 'eth_getTransactionCount' ? Promise.reject(new Error('away')) : calmNode(request)
    expect(await nonceFindings('0x4', read)).toStrictEqual([])
  })
})
