import { describe, expect, it } from 'vitest';
import { addCountry, countriesText, matchCountries, removeCountry } from './country-selection.ts';

describe('the country picker', () => {
  it('drops ALL with the first country and adds each once', () => {
    expect(addCountry(['ALL'], 'in')).toEqual(['in']);
    expect(addCountry(['in'], 'us')).toEqual(['in', 'us']);
    expect(addCountry(['in', 'us'], 'in')).toEqual(['in', 'us']);
  });
  it('goes back to ALL with the last one removed', () => {
    expect(removeCountry(['in', 'us'], 'in')).toEqual(['us']);
    expect(removeCountry(['us'], 'us')).toEqual(['ALL']);
  });
  it('finds by name and by code, and nothing for an empty search', () => {
    expect(matchCountries('ye', ['ALL'])[0]).toEqual({ code: 'ye', name: 'Yemen' });
    expect(matchCountries('united st', ['ALL']).map(({ code }) => code)).toContain('us');
    expect(matchCountries('', ['ALL'])).toEqual([]);
    expect(matchCountries('india', ['in'])).not.toContainEqual({ code: 'in', name: 'India' });
  });
  it('is told in a cell by its first names', () => {
    expect(countriesText(['ALL'])).toBe('All countries');
    expect(countriesText(['in', 'us', 'de'])).toBe('India, United States +1');
  });
});
