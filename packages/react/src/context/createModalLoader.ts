import { createStore, type Readable } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { ViewGroup, ViewGroupName } from '../views/ViewGroup.ts'

/** State of the modal's code. */
export type ModalLoaderState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  ModalRoot: ComponentType | undefined
  EmbeddedModal: ComponentType | undefined
  /** Views whose code has arrived, by group. */
  groups: { readonly [Name in ViewGroupName]?: ViewGroup }
  /** The group whose last attempt failed. */
  failedGroup: ViewGroupName | undefined
  /** Number of `<Modal embedded>` on the page. The dialog does not open while there is one. */
  embedded: number
}

/** Fetches the modal's code before a visitor needs it. */
export type ModalLoader = Readable<ModalLoaderState> & {
  /** Starts to fetch the modal. Repeated calls do nothing; a call after a failure tries again. */
  preload: () => void
  /** Starts to fetch a group of views. Does nothing before the modal has arrived. */
  loadGroup: (name: ViewGroupName) => void
  addEmbedded: () => () => void
}

/** The groups that have their own chunks. */
export type LaterGroupName = Exclude<ViewGroupName, 'connect' | 'account'>

/** Exports of the modal's first chunk. */
export type ModalEntry = {
  ModalRoot: ComponentType
  EmbeddedModal: ComponentType
  /** The first views of a visitor: connecting, and the account. */
  groups: { connect: ViewGroup; account: ViewGroup }
  importGroups: { readonly [Name in LaterGroupName]: () => Promise<{ group: ViewGroup }> }
}

export type ModalLoaderParameters = {
  /** Imports the code. */
  importModal: () => Promise<{ modalEntry: ModalEntry }>
}

/** Makes the loader of a provider. It fetches nothing before `preload`. */
export function createModalLoader({ importModal }: ModalLoaderParameters): ModalLoader {
  const store = createStore<ModalLoaderState>({
    status: 'idle',
    ModalRoot: undefined,
    EmbeddedModal: undefined,
    groups: {},
    failedGroup: undefined,
    embedded: 0,
  })
  const pending = new Set<ViewGroupName>()
  let importGroups: ModalEntry['importGroups'] | undefined

  async function loadGroup(name: ViewGroupName): Promise<void> {
    if (importGroups === undefined || name === 'connect' || name === 'account') return
    if (store.getState().groups[name] !== undefined || pending.has(name)) return
    pending.add(name)
    try {
      const { group } = await importGroups[name]()
      store.setState((state) => ({
        ...state,
        groups: { ...state.groups, [name]: group },
        failedGroup: state.failedGroup === name ? undefined : state.failedGroup,
      }))
    } catch {
      store.setState((state) => ({ ...state, failedGroup: name }))
    } finally {
      pending.delete(name)
    }
  }

  async function load(): Promise<void> {
    const { status } = store.getState()
    if (status === 'loading' || status === 'ready') return
    store.setState((state) => ({ ...state, status: 'loading' }))
    try {
      const { modalEntry } = await importModal()
      importGroups = modalEntry.importGroups
      const { ModalRoot, EmbeddedModal, groups } = modalEntry
      store.setState((state) => ({ ...state, status: 'ready', ModalRoot, EmbeddedModal, groups }))
    } catch {
      store.setState((state) => ({ ...state, status: 'failed' }))
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    preload: () => void load(),
    loadGroup: (name) => void loadGroup(name),
    addEmbedded: () => {
      store.setState((state) => ({ ...state, embedded: state.embedded + 1 }))
      return () => store.setState((state) => ({ ...state, embedded: state.embedded - 1 }))
    },
  }
}
