/**
 * Makes a function that runs at once and then at most every `interval` milliseconds; a call in between is made up for at
 * the end of the interval. `cancel` forgets it.
 */
export function throttle({ run, interval }: { run: () => void; interval: number }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const call = () => {
    if (timer !== undefined) {
      again = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (again) {
        again = false
        call()
      }
    }, interval)
  }
  return {
    call,
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
