import { readFileSync } from 'node:fs';
import { nginxTemplate } from './nginx-template.ts';

process.stdout.write(nginxTemplate(readFileSync('frontend/dist/index.html', 'utf8')));
