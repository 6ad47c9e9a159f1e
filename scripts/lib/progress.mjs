// Progress on screen: one line that changes in place in a terminal, one line per message elsewhere.

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Starts a progress line. `update` changes its text, `done` and `fail` end it with how long it took. */
export function createProgress(text, stream = process.stdout) {
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  let current = text
  let frame = 0
  let timer
  const clear = () => stream.write('\r\x1b[2K')
  const draw = () => {
    clear()
    stream.write(`${frames[frame++ % frames.length]} ${current} \x1b[2m${seconds()}\x1b[0m`)
  }
  if (stream.isTTY) {
    timer = setInterval(draw, 100)
    timer.unref()
    draw()
  } else stream.write(`… ${text}\n`)
  const end = (mark, message) => {
    clearInterval(timer)
    if (stream.isTTY) clear()
    stream.write(`${mark} ${message ?? current} (${seconds()})\n`)
  }
  return {
    update: (message) => {
      if (message === current) return
      current = message
      if (!stream.isTTY) stream.write(`… ${message}\n`)
    },
    done: (message) => end('✓', message),
    fail: (message) => end('✗', message),
  }
}
