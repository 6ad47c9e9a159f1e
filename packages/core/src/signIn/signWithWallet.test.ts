import { expect, test } from 'vitest'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { signWithWallet } from './signWithWallet.ts'

const address = '0x140BBf461e33044E4193730d1511EA2894edb528'
const signed = (answer: unknown) =>
  signWithWallet({
    connection: { getProvider: () => ({ request: async () => answer }) } as unknown as ConnectionFeature,
    subject: { address, chainId: 'eip155:1', accountId: `eip155:1:${address}` },
    message: 'Sign in',
  })

test.each([62, 130, 400])(
  'default: a signature is 0x and at least 62 hexadecimal characters (spec 5.12): %i',
  async (length) => {
    await expect(signed(`0x${'a'.repeat(length)}`)).resolves.toHaveLength(length + 2)
  },
)

test.each([`0x${'a'.repeat(61)}`, 'a'.repeat(62), `0x${'g'.repeat(62)}`, '0x', undefined, {}])(
  'error: %o is not a signature (spec 5.12 and 8.32)',
  async (answer) => {
    await expect(signed(answer)).rejects.toMatchObject({ code: 'sign_message_failed', message: 'Sign message failed' })
  },
)
