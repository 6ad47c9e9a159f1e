import { type Scene, scenes } from '../gallery/scenes.ts'

/** A scene of the gallery. @throws Error when there is none of that name */
export function findScene(id: string): Scene {
  const scene = scenes.find((known) => known.id === id)
  if (scene === undefined) throw new Error(`No scene ${id}`)
  return scene
}
