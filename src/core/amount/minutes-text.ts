import { joined, say } from '../text/say.ts';

/** Minutes as people read them, by days, hours and minutes without what is none of: `1天6小时1分钟`. */
export function minutesText(total: number): string {
  const whole = Math.floor(Math.abs(total));
  const [days, hours, minutes] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  const parts = [
    days > 0 ? say('{days}天', { days }) : '',
    hours > 0 ? say('{hours}小时', { hours }) : '',
    minutes > 0 || whole === 0 ? say('{minutes}分钟', { minutes }) : '',
  ].filter(Boolean);
  return `${total < 0 && whole > 0 ? '-' : ''}${parts.reduce(joined)}`;
}
