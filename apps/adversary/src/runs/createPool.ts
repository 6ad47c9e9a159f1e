import type { State } from '../attackers.ts'
import { createOwner, type Owner, type Shape } from '../world/createOwner.ts'
import { openWallet } from '../world/openWallet.ts'
import type { World } from '../world/startWorld.ts'

/** Owners, reused as long as nothing of theirs has changed. */
export type Pool = ReturnType<typeof createPool>

/** Milliseconds after which a login counts as old. */
const stale = 6 * 60_000
/** Milliseconds after which an unused wallet locks. */
const idle = 16 * 60_000

/** Creates the {@link Pool} of a world. */
export function createPool({ world }: { world: World }) {
  const owners = new Map<string, Owner>()
  return {
    /** Returns an owner of a shape with an old login, at a browser in the attacker's starting state. */
    take: async (shape: Shape, state: State): Promise<Owner> => {
      const name = JSON.stringify(shape)
      const owner = owners.get(name) ?? (await createOwner({ world, shape }))
      owners.set(name, owner)
      if (state === 'away') return owner
      const [browser] = owner.browsers
      if (!browser) throw new Error('An owner has no browser')
      // An earlier run may have requested a code.
      world.clock.advance(31_000)
      browser.setNode(() => '0x1')
      browser.setCredentials(owner.holder.credentials)
      if ((await openWallet({ world, owner, browser })) === null) throw new Error('The owner cannot open the wallet')
      world.clock.advance(state === 'locked' ? idle : stale)
      browser.setCredentials(null)
      browser.keyEvents.length = 0
      return owner
    },
    /** Drops an owner whose account has changed. */
    drop: (owner: Owner) => {
      owners.delete(JSON.stringify(owner.shape))
      for (const browser of owner.browsers) browser.close()
    },
    stop: () => {
      for (const owner of owners.values()) for (const browser of owner.browsers) browser.close()
    },
  }
}
