import { Color } from 'three';
import type { Vec3 } from '../protocol';

// After Okabe and Ito: told apart with any colour vision, and bright enough on dark, dark enough on light.
const bodies = ['#4a86d0', '#e59a35', '#35a584', '#d0688f', '#63b7e0', '#d9c24c', '#cb5f33', '#8a80d0'].map(
  (c) => new Color(c),
);

export const bodyColor = (body: number): Color => bodies[body % bodies.length]!;
export const fixedColor = new Color('#a3a9b2');

export const colors = {
  joint: new Color('#f0b429'),
  loop: new Color('#c84fd0'),
  limit: new Color('#ff7a1a'),
  sliding: new Color('#f08a24'),
  sticking: new Color('#2f80ed'),
  force: new Color('#2fae5b'),
  moment: new Color('#9a5be0'),
  weakest: new Color('#e0302a'),
  helpless: new Color('#f08a24'), // no force at all
  slack: new Color('#8a8f98'),
  taut: new Color('#2f6fe0'),
  tense: new Color('#e0302a'),
  highlight: new Color('#ffc400'),
  pull: new Color('#ff3d71'),
  axes: [new Color('#e5484d'), new Color('#3ba55d'), new Color('#3f7de0')] as const,
};

// Colours of files are sRGB; three.js reckons in linear light.
export function fromSrgb(c: Vec3): Color {
  return new Color().setRGB(c[0], c[1], c[2], 'srgb');
}

export interface Theme {
  skyTop: Color;
  skyBottom: Color;
  ground: Color;
  line: Color;
  shadow: number; // how dark a full shadow on the ground is
  sky: number; // strength of the light from all around
  sun: number;
}

export const light: Theme = {
  skyTop: new Color('#dfe8f2'),
  skyBottom: new Color('#f7f9fb'),
  ground: new Color('#e9edf1'),
  line: new Color('#8d9aab'),
  shadow: 0.25,
  sky: 1.9,
  sun: 2.5,
};
export const dark: Theme = {
  skyTop: new Color('#10141b'),
  skyBottom: new Color('#2a313c'),
  ground: new Color('#272d37'),
  line: new Color('#66738a'),
  shadow: 0.4,
  sky: 1.4,
  sun: 2.4,
};
