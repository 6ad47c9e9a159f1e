/** The wallet's frame on the page. */
export type FrameMount = {
  /** Returns the frame's window, which receives the hello and whose messages are accepted; null after its removal. */
  window: () => {
    postMessage: (message: unknown, targetOrigin: string, transfer: Transferable[]) => void
  } | null
  /** Shows the dialog of the frame above everything else. */
  show: () => void
  hide: () => void
  /** Shows the dialog again, so that it is above later dialogs. Does nothing while it is hidden. */
  raise: () => void
  /** Height of the card in CSS pixels. */
  resize: (height: number) => void
  setMode: (mode: 'light' | 'dark') => void
  remove: () => void
}

/** Mounts the wallet's frame on the page. */
export type MountFrame = (options: {
  url: string
  /** Accessible name of the dialog and the frame. */
  title: string
  /** Called on Escape, the back gesture or a click beside the card. */
  onCancel: () => void
  /** Called when any page has loaded in the frame. */
  onLoad: () => void
  /** Called when the page removed the frame. */
  onLost: () => void
}) => FrameMount
