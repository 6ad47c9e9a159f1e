import { type Scene, scenes } from '../gallery/scenes.ts'

/** Returns a scene of the gallery. @throws Error if there is none with that ID */
export function findScene(id: string): Scene {
  const scene = scenes.find((known) => known.id === id)
  if (scene === undefined) throw new Error(`No scene ${id}`)
  return scene
}
