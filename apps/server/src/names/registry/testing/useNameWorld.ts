import { afterAll, beforeAll } from 'vitest'
import { type NameWorld, startNameWorld } from './startNameWorld.ts'

/** Starts the application with names before the tests of a file, and stops it after them. Its fields are set once the tests run. */
export function useNameWorld(): NameWorld {
  const world = {} as NameWorld
  beforeAll(async () => {
    Object.assign(world, await startNameWorld())
  })
  afterAll(() => world.stop?.())
  return world
}
