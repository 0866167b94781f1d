import { startService } from './test/journeys/service.ts'

const cpu = () => {
  const u = process.resourceUsage()
  return (u.userCPUTime + u.systemCPUTime) / 1e6
}
let a = cpu()
const s = await startService({ RETRIEVAL_THREADS: process.env.RT ?? '3' })
console.log('first start', (cpu() - a).toFixed(2))
a = cpu()
for (let i = 0; i < 6; i++) {
  await s.pause()
  console.log('pause', (cpu() - a).toFixed(2))
  a = cpu()
  await s.resume()
  console.log('resume', (cpu() - a).toFixed(2))
  a = cpu()
}
await s.stop()
console.log('stop', (cpu() - a).toFixed(2))
a = cpu()
