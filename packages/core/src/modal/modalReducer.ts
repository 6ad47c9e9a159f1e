import type { CloseRefusal, ModalAlert, ModalState, Toast, ViewEntry, ViewName } from './ModalFeature.ts'

/** Events of the modal. */
export type ModalEvent =
  | { type: 'opened'; entries: readonly [ViewEntry, ...ViewEntry[]] }
  | { type: 'closed' }
  | { type: 'closeRefused'; reason: CloseRefusal }
  | { type: 'shakeEnded' }
  | { type: 'pushed' | 'replaced' | 'reset'; entry: ViewEntry }
  | { type: 'wentBack' }
  /** Removes views that are done, and closes the modal if none remains. */
  | { type: 'finished'; views: readonly ViewName[] }
  | { type: 'toastShown'; toast: Toast }
  | { type: 'toastClosed' }
  | { type: 'alertShown'; alert: ModalAlert }
  | { type: 'alertDismissed' }

export const initialModal: ModalState = {
  open: false,
  history: [],
  direction: 'forward',
  shake: undefined,
  toast: undefined,
  alert: undefined,
}

/** The moves of the modal. Its history is empty exactly while it is closed. */
export function modalReducer(state: ModalState, event: ModalEvent): ModalState {
  const { history } = state
  switch (event.type) {
    case 'opened':
      return { ...state, open: true, history: event.entries, direction: 'forward', shake: undefined }
    case 'closed':
      return state.open ? closed(state) : state
    case 'closeRefused':
      return state.open ? { ...state, shake: { reason: event.reason } } : state
    case 'shakeEnded':
      return state.shake ? { ...state, shake: undefined } : state
    case 'pushed':
      if (!state.open || history.at(-1)?.name === event.entry.name) return state
      return moved(state, [...history, event.entry], 'forward')
    case 'replaced':
      return state.open ? moved(state, [...history.slice(0, -1), event.entry], 'forward') : state
    case 'reset':
      return state.open ? moved(state, [event.entry], 'forward') : state
    case 'wentBack':
      if (!state.open) return state
      return history.length > 1 ? moved(state, history.slice(0, -1), 'back') : closed(state)
    case 'finished': {
      const rest = history.filter((entry) => !event.views.includes(entry.name))
      if (!state.open || rest.length === history.length) return state
      return rest.length > 0 ? moved(state, rest, 'back') : closed(state)
    }
    case 'toastShown':
      return { ...state, toast: event.toast }
    case 'toastClosed':
      return state.toast ? { ...state, toast: undefined } : state
    case 'alertShown':
      // The first alert stays, because later ones are usually its consequence.
      return state.alert ? state : { ...state, alert: event.alert }
    case 'alertDismissed':
      return state.alert ? { ...state, alert: undefined } : state
  }
}

function moved(state: ModalState, history: readonly ViewEntry[], direction: ModalState['direction']): ModalState {
  return { ...state, history, direction, shake: undefined }
}

function closed(state: ModalState): ModalState {
  return { ...state, open: false, history: [], direction: 'back', shake: undefined }
}
