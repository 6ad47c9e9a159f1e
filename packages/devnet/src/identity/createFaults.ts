import type { Face, IdentityFault } from './IdentityProvider.ts'

/** Current fault of one face. */
export type FaceFault = {
  is: (fault: IdentityFault) => boolean
  /** Waits while the face is `slow`. */
  hold: () => Promise<void>
}

/** The faults of all faces. */
export type Faults = {
  of: (face: Face) => FaceFault
  set: (face: Face, fault: IdentityFault | null) => void
  held: (face: Face) => Promise<void>
}

/** Keeps the fault of each face, and the requests that wait for its end. */
export function createFaults(): Faults {
  const current = new Map<Face, IdentityFault>()
  const waiting = new Map<Face, (() => void)[]>()
  const watching = new Map<Face, (() => void)[]>()
  const take = (from: Map<Face, (() => void)[]>, face: Face) => {
    const all = from.get(face) ?? []
    from.delete(face)
    for (const go of all) go()
  }
  const add = (to: Map<Face, (() => void)[]>, face: Face) =>
    new Promise<void>((resolve) => to.set(face, [...(to.get(face) ?? []), resolve]))
  return {
    of: (face) => ({
      is: (fault) => current.get(face) === fault,
      hold: async () => {
        if (current.get(face) !== 'slow') return
        const released = add(waiting, face)
        take(watching, face)
        await released
      },
    }),
    set: (face, fault) => {
      if (fault) current.set(face, fault)
      else current.delete(face)
      if (fault !== 'slow') take(waiting, face)
    },
    held: async (face) => {
      if (!waiting.has(face)) await add(watching, face)
    },
  }
}
