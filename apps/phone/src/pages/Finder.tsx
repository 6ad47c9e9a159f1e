import { type DragEvent, useRef, useState } from 'react'
import { useCamera } from '../scan/useCamera.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './pages.module.css'

/** The camera's picture. A picture with a code can also be dropped on it. */
export function Finder({ onText, onFile }: { onText: (text: string) => boolean; onFile: (file: File) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { status, start, stop } = useCamera({ video, onText })
  const [isDropping, setIsDropping] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsDropping(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an alternative to the button that chooses a picture
    <div
      className={styles.finder}
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDropping(true)
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={drop}
    >
      <video ref={video} muted playsInline hidden={status !== 'live'} aria-label="Camera image" />
      <span className={styles.corners} aria-hidden="true" />
      {status === 'live' ? (
        <Button kind="secondary" size="small" className={styles.finderStop} onClick={stop}>
          Stop the camera
        </Button>
      ) : (
        <div className={styles.finderText} role="status">
          {status === 'denied' ? (
            <p>
              <b>The camera is blocked</b>
              <span>Allow it for this page in the browser, or paste the code.</span>
            </p>
          ) : status === 'none' ? (
            <p>
              <b>No camera here</b>
              <span>Paste the code below, or choose a picture of it.</span>
            </p>
          ) : (
            <p>
              <span>Point the camera at the code that the site shows.</span>
            </p>
          )}
          <Button kind="primary" size="small" busy={status === 'starting'} onClick={start}>
            <Icon name="scan" /> {status === 'off' || status === 'starting' ? 'Use the camera' : 'Try again'}
          </Button>
        </div>
      )}
    </div>
  )
}
