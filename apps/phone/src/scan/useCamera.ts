import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { decodePicture } from './decodePicture.ts'

/** Status of the camera. `denied`: the browser or the owner forbids it; `none`: there is no camera, or no access to it here. */
export type CameraStatus = 'off' | 'starting' | 'live' | 'denied' | 'none'

/** Milliseconds between two frames. */
const interval = 180
/** Longest side of a decoded frame. A larger one only takes longer. */
const side = 640

/** Searches for a code in the camera's video. It is on from `start` until `stop`, a code, or the end of the screen. */
export function useCamera({
  video,
  onText,
}: {
  video: RefObject<HTMLVideoElement | null>
  /** Receives the text of a code. Return true to accept it and stop the camera. */
  onText: (text: string) => boolean
}): { status: CameraStatus; start: () => void; stop: () => void } {
  const [status, setStatus] = useState<CameraStatus>('off')
  const isOn = status === 'starting' || status === 'live'
  const latest = useRef(onText)
  latest.current = onText

  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const canvas = document.createElement('canvas')
    const look = async () => {
      const text = video.current && (await decodePicture(grab({ video: video.current, canvas })))
      if (isOver) return
      if (text && latest.current(text)) setStatus('off')
      else timer = setTimeout(look, interval)
    }
    const open = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
        if (isOver || video.current === null) return end()
        video.current.srcObject = stream
        await video.current.play()
        if (isOver) return end()
        // The camera was unplugged, or another program uses it.
        for (const track of stream.getTracks()) track.addEventListener('ended', () => !isOver && setStatus('none'))
        setStatus('live')
        void look()
      } catch (error) {
        end()
        if (!isOver) setStatus(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none')
      }
    }
    const end = () => {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void open()
    return () => {
      isOver = true
      end()
    }
  }, [isOn, video])

  const start = useCallback(() => {
    // Insecure pages have no cameras.
    setStatus(navigator.mediaDevices === undefined ? 'none' : 'starting')
  }, [])
  const stop = useCallback(() => setStatus('off'), [])
  return { status, start, stop }
}

function grab({ video, canvas }: { video: HTMLVideoElement; canvas: HTMLCanvasElement }): ImageData {
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight, 1))
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws no pictures')
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
