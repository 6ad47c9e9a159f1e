import type { createFrameTests } from '../../testing/createFrameTests.ts'

type World = ReturnType<ReturnType<typeof createFrameTests>['setup']>
type Host = ReturnType<World['open']>

const anybody = `0x${'00'.repeat(20)}`

/** Receiver of the tests. */
export const receiver = '0x000000000000000000000000000000000000dEaD'

/** A page whose visitor is logged in. */
export async function signedIn(world: Pick<World, 'open'>) {
  const host = world.open()
  const { address } = (await host.signIn()) as { address: `0x${string}` }
  return { host, address }
}

/** Requests the signature of a message. */
export function sign(host: Pick<Host, 'ask'>, address: string = anybody) {
  return host.ask('rpc', { method: 'personal_sign', params: ['0x00', address] })
}
