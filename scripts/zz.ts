import { personOf } from '../tests/e2e/support/person.ts';
const p = await personOf('http://127.0.0.1:18572','safety');
const r:any = await p.call('GET','system/menu/biz/routes-children');
const out:string[]=[];
const go=(n:any,d:number)=>{ out.push(' '.repeat(d)+(n.name??n.title)+' '+(n.path??'')+' '+(n.isShow??'')); (n.children??[]).forEach((c:any)=>go(c,d+1)); };
(Array.isArray(r)?r:[r]).forEach((n:any)=>go(n,0));
console.log(out.join('\n'));
