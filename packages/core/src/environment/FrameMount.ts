/** The wallet's frame on the page. */
export type FrameMount = {
  /** The frame's window: what the hello is sent to and its messages must come from; null once it is gone. */
  window: () => {
    postMessage: (message: unknown, targetOrigin: string, transfer: Transferable[]) => void
  } | null
  /** Shows the dialog that holds the frame, above everything else. */
  show: () => void
  hide: () => void
  /** Shows the dialog anew, so that it is above what opened since. Does nothing while it is hidden. */
  raise: () => void
  /** CSS pixels that the card needs. */
  resize: (height: number) => void
  setMode: (mode: 'light' | 'dark') => void
  remove: () => void
}

/** Puts the wallet's frame on the page. */
export type MountFrame = (options: {
  url: string
  /** Names the dialog and the frame for assistive technology. */
  title: string
  /** Escape, the back gesture or a click beside the card. */
  onCancel: () => void
  /** A page came into the frame, whichever. */
  onLoad: () => void
  /** The page took the frame away. */
  onLost: () => void
}) => FrameMount
