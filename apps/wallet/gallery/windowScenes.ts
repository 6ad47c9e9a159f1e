/** A window in a state worth looking at. */
export type WindowScene = { id: string }

/** Every window in every state that matters. */
export const windowScenes: readonly WindowScene[] = []
