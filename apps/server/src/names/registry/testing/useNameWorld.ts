import { afterAll, beforeAll } from 'vitest'
import { type NameWorld, startNameWorld } from './startNameWorld.ts'

/** The application with names for a file of tests: started before them, ended after all. It is there once the tests run. */
export function useNameWorld(): NameWorld {
  const world = {} as NameWorld
  beforeAll(async () => {
    Object.assign(world, await startNameWorld())
  })
  afterAll(() => world.stop?.())
  return world
}
