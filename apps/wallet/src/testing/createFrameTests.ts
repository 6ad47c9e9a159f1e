import { createTestClock } from './createTestClock.ts'
import { createTestDevice } from './createTestDevice.ts'
import { createTestFrame, type TestFrame } from './createTestFrame.ts'
import { createTestServer } from './createTestServer.ts'

type Options = Partial<Parameters<typeof createTestFrame>[0]>

/** Creates worlds of a clock, a server and a device for tests; every frame is stopped after its test. */
export function createFrameTests({ afterEach }: { afterEach: (run: () => void) => void }) {
  const frames: TestFrame[] = []
  afterEach(() => {
    for (const frame of frames.splice(0)) frame.stop()
  })
  return {
    setup: (options: Options = {}) => {
      const clock = createTestClock()
      const server = createTestServer(clock)
      const device = createTestDevice()
      /** Opens a tab; with another `device`, another browser. */
      const open = (more: Options = {}) => {
        const frame = createTestFrame({ server, clock, device, ...options, ...more })
        frames.push(frame)
        return frame
      }
      return { clock, server, device, open }
    },
  }
}
