import type { State } from '../attackers.ts'
import { createOwner, type Owner, type Shape } from '../world/createOwner.ts'
import { openWallet } from '../world/openWallet.ts'
import type { World } from '../world/startWorld.ts'

/** Owners, each in use again as long as nothing of theirs has changed. */
export type Pool = ReturnType<typeof createPool>

/** Milliseconds after which a login counts as old. */
const stale = 6 * 60_000
/** Milliseconds after which a wallet that nobody uses locks. */
const idle = 16 * 60_000

/** Makes the {@link Pool} of a world. */
export function createPool({ world }: { world: World }) {
  const owners = new Map<string, Owner>()
  return {
    /** An owner of a shape, in front of a browser that is as the attacker finds it; their login is an old one. */
    take: async (shape: Shape, state: State): Promise<Owner> => {
      const name = JSON.stringify(shape)
      const owner = owners.get(name) ?? (await createOwner({ world, shape }))
      owners.set(name, owner)
      if (state === 'away') return owner
      const [browser] = owner.browsers
      if (!browser) throw new Error('An owner has no browser')
      // Whoever was there before may have had a code sent.
      world.clock.advance(31_000)
      browser.setNode(() => '0x1')
      browser.setCredentials(owner.holder.credentials)
      if ((await openWallet({ world, owner, browser })) === null) throw new Error('The owner cannot open the wallet')
      world.clock.advance(state === 'locked' ? idle : stale)
      browser.setCredentials(null)
      browser.keyEvents.length = 0
      return owner
    },
    /** An owner whose account is another now. */
    drop: (owner: Owner) => {
      owners.delete(JSON.stringify(owner.shape))
      for (const browser of owner.browsers) browser.close()
    },
    stop: () => {
      for (const owner of owners.values()) for (const browser of owner.browsers) browser.close()
    },
  }
}
